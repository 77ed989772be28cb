import { atom, getDefaultStore } from "jotai";

/** Whether this tab is the one that keeps the device in step with the server, for all tabs. */
export const isLeadingAtom = atom(false);

export function showLeading(isLeading: boolean): void {
  getDefaultStore().set(isLeadingAtom, isLeading);
}
