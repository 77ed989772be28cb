/** Where the operator's explorer shows a transaction; null unless one is set, over http or https. */
export function explorerLink(explorerUrl: string | null, hash: string): string | null {
  if (explorerUrl === null || hash === "" || !/^https?:\/\//.test(explorerUrl)) return null;
  return `${explorerUrl.replace(/\/+$/, "")}/tx/${hash}`;
}
