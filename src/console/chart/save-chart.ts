// Writes a drawn chart as a file: SVG as it is, or PNG at twice the size of the screen.

export function svgFile(svg: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' });
}

export async function pngFile(svg: SVGSVGElement): Promise<Blob> {
  const url = URL.createObjectURL(svgFile(svg));
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
