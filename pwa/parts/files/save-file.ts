const RELEASE_MS = 10_000;

/** Offers `text` to the person as a file to keep. */
export function saveFile(name: string, mediaType: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${mediaType};charset=utf-8` }));
}

/** Offers a file that is made already. */
export function saveBlob(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
}
