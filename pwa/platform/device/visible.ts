import { useSyncExternalStore } from "react";

function subscribe(notify: () => void): () => void {
  document.addEventListener("visibilitychange", notify);
  return () => document.removeEventListener("visibilitychange", notify);
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}

/** Whether anybody can see the page: what is asked again and again is asked only then. */
export function useVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => true);
}
