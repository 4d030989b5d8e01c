// Hands bytes to the person: as a file, or by the clipboard.
import { element } from './element.ts';

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = element('a', { attributes: { href: url, download: name } });
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Also where the clipboard interface is missing: pages that are neither HTTPS nor localhost. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', onCopy, { capture: true, once: true });
  if (!document.execCommand('copy')) throw new Error('The browser did not allow to copy');
}
