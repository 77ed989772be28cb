import { useAtomValue } from "jotai";
import { later } from "#pwa/ui/later.tsx";
import { wantedAtom } from "./capture-state.ts";

const CaptureBar = later(async () => (await import("./capture-bar.tsx")).CaptureBar);

/** Where the bar stands by which a picture of a screen is taken, once one is wanted. */
export function CaptureSlot() {
  const wanted = useAtomValue(wantedAtom);
  return wanted === null ? null : <CaptureBar wanted={wanted} />;
}
