import { vi } from 'vitest';

export interface RecordedDownload {
  readonly name: string;
  readonly text: Promise<string>;
}

/** Records downloaded files, because jsdom has no downloads. */
export function recordDownloads(): readonly RecordedDownload[] {
  const files: RecordedDownload[] = [];
  let latest = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: textOf(latest) });
  });
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      latest = blob;
      return 'blob:config';
    },
    revokeObjectURL: () => undefined,
  });
  return files;
}

function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.readAsText(blob);
  });
}
