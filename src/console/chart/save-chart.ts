// A chart as a file: SVG that stands alone, or PNG at twice the size of the screen.

export interface ChartLook {
  readonly ink: string;
  readonly paper: string;
  readonly font: string;
}

export function svgFile(svg: SVGSVGElement, look: ChartLook): Blob {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('color', look.ink);
  copy.setAttribute('fill', 'currentColor');
  copy.setAttribute('font-family', look.font);
  copy.setAttribute('font-size', '12');
  copy.removeAttribute('class');
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', look.paper);
  copy.prepend(paper);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' });
}

export async function pngFile(svg: SVGSVGElement, look: ChartLook): Promise<Blob> {
  const url = URL.createObjectURL(svgFile(svg, look));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return await painted(image, svg);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function painted(image: HTMLImageElement, svg: SVGSVGElement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = 2 * Number(svg.getAttribute('width'));
  canvas.height = 2 * Number(svg.getAttribute('height'));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('The browser made no PNG of the chart')) : resolve(blob),
    ),
  );
}
