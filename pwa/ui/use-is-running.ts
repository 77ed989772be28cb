import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page is run by its script; not so in markup that came with it, nor as that is taken over. */
export function useIsRunning(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
