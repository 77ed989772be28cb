/** Where the operator's explorer shows a transaction; null unless one is set, over https. */
export function explorerLink(explorerUrl: string | null, hash: string): string | null {
  if (explorerUrl === null || hash === "" || !explorerUrl.startsWith("https://")) return null;
  return `${explorerUrl.replace(/\/+$/, "")}/tx/${hash}`;
}
