import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";
import { wantedAtom } from "./capture-state.ts";

const CaptureBar = lazy(() => import("./capture-bar.tsx").then(({ CaptureBar: Bar }) => ({ default: Bar })));

/** Where the bar stands by which a picture of a screen is taken, once one is wanted. */
export function CaptureSlot() {
  const wanted = useAtomValue(wantedAtom);
  if (wanted === null) return null;
  return (
    <Suspense fallback={null}>
      <CaptureBar wanted={wanted} />
    </Suspense>
  );
}
