import { useState } from "react";

/**
 * True until `isLoading` was false once: what is read anew later is shown as it comes. The parts of a screen appear together, when the
 * device has read what they stand on, since each that came by itself would push the others down.
 */
export function useFirstReading(isLoading: boolean): boolean {
  const [isFirst, setFirst] = useState(true);
  if (isFirst && !isLoading) setFirst(false);
  return isFirst && isLoading;
}
