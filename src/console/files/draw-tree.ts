// Draws the lines of the file tree that show.
import { element } from '../element.ts';
import { countText, dayText, sizeText } from '../figures.ts';
import type { MoreLine, TreeLine } from './file-tree.ts';

/** A thumb needs more room than a mouse. */
export const lineHeight = matchMedia('(pointer: coarse)').matches ? 40 : 28;

export interface TreeDrawing {
  readonly host: HTMLElement;
  readonly lines: readonly TreeLine[];
  readonly active: number;
  readonly isOpen: (key: string) => boolean;
  /** The files that this line stands for are wanted. */
  readonly onMore: (line: MoreLine) => void;
}

export function drawTree({ host, lines, active, isOpen, onMore }: TreeDrawing): void {
  const first = Math.max(0, Math.floor(host.scrollTop / lineHeight) - 2);
  const end = Math.min(lines.length, first + Math.ceil(host.clientHeight / lineHeight) + 5);
  const canvas = element('div', { class: 'tree-canvas', attributes: { role: 'presentation' } });
  canvas.style.height = `${lines.length * lineHeight}px`;
  for (let at = first; at < end; at += 1) {
    const line = lines[at];
    if (line === undefined) continue;
    if (line.kind === 'more') onMore(line);
    const drawn = drawLine(line, at === active, isOpen(line.key));
    drawn.id = `tree-line-${at}`;
    drawn.dataset.at = String(at);
    drawn.style.height = `${lineHeight}px`;
    drawn.style.top = `${at * lineHeight}px`;
    canvas.append(drawn);
  }
  host.replaceChildren(canvas);
  const shown = active >= first && active < end;
  if (shown) host.setAttribute('aria-activedescendant', `tree-line-${active}`);
  else host.removeAttribute('aria-activedescendant');
}

function drawLine(line: TreeLine, isActive: boolean, isOpen: boolean): HTMLElement {
  const isBranch = line.kind === 'folder' || line.kind === 'file';
  const made = element(
    'div',
    {
      class: `tree-line ${line.kind}${isActive ? ' active' : ''}`,
      attributes: {
        role: 'treeitem',
        'aria-level': String(line.level),
        'aria-selected': String(isActive),
        ...(isBranch && { 'aria-expanded': String(isOpen) }),
        title: titleOf(line),
      },
    },
    [...(isBranch ? [mark(isOpen)] : []), ...partsOf(line)],
  );
  made.style.paddingLeft = `${8 + (line.level - 1) * 14}px`;
  return made;
}

function mark(isOpen: boolean): HTMLElement {
  const text = isOpen ? '▾' : '▸';
  return element('span', { class: 'tree-mark', text, attributes: { 'aria-hidden': 'true' } });
}

function partsOf(line: TreeLine): HTMLElement[] {
  if (line.kind === 'note' || line.kind === 'more')
    return [element('span', { class: 'meta', text: line.text })];
  if (line.kind === 'sniff') return [label('meta', howWritten)];
  if (line.kind === 'folder') {
    const { name, files, fileCount, folders } = line.folder;
    const count = Math.max(files.length, fileCount) + folders.size;
    return [label('folder-name', name), label('meta', count.toLocaleString('en'))];
  }
  if (line.kind === 'column') {
    return [label('column-name', line.name), label('column-type', line.type.toLowerCase())];
  }
  return [label('name', line.name), label('meta', sizeText(line.file.size))];
}

const howWritten = 'How is it written?';

function label(kind: string, text: string): HTMLElement {
  return element('span', { class: kind, text });
}

function titleOf(line: TreeLine): string {
  if (line.kind === 'note') return line.title;
  if (line.kind === 'more') return line.text;
  if (line.kind === 'sniff') return howWritten;
  if (line.kind === 'column') return `${line.name} · ${line.type}`;
  if (line.kind === 'folder') {
    const { path, files, fileCount } = line.folder;
    return `${path} · ${countText(Math.max(files.length, fileCount), 'file')}`;
  }
  return `${line.file.path} · ${sizeText(line.file.size)} · ${dayText(line.file.modified)}`;
}
