// Refuses files that are dropped on the page, with the reason: the browser would leave the page for them.

export function refuseDroppedFiles(say: (text: string) => void): void {
  const isFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;
  // Without this no drop would be told.
  document.addEventListener('dragover', (event) => {
    if (isFile(event)) event.preventDefault();
  });
  document.addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    const name = event.dataTransfer?.files[0]?.name ?? 'The file';
    say(
      `${name} stays with you: this service takes no uploads. Put it into the server's folder and reload.`,
    );
  });
}
