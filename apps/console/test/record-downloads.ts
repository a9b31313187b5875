import { vi } from 'vitest';

export interface RecordedDownload {
  readonly name: string;
  readonly text: Promise<string>;
  readonly bytes: Promise<Uint8Array>;
}

/** Records downloaded files, because jsdom has no downloads. */
export function recordDownloads(): readonly RecordedDownload[] {
  const files: RecordedDownload[] = [];
  let latest = new Blob();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const bytes = bytesOf(latest);
    const text = bytes.then((content) => new TextDecoder().decode(content));
    files.push({ name: this.download, text, bytes });
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

function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(new Uint8Array(reader.result as ArrayBuffer)));
    reader.readAsArrayBuffer(blob);
  });
}
