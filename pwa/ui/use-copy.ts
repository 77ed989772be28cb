import { useEffect, useState } from "react";

export type CopyState = "rest" | "copied" | "refused";

interface Copying {
  readonly state: CopyState;
  /** Answers whether the browser allowed it. */
  readonly copy: () => Promise<boolean>;
}

/** Copies `text` when asked to, and knows what came of it for `knownMs`; of another text nothing is known. */
export function useCopy(text: string, knownMs: number): Copying {
  const [done, setDone] = useState<{ readonly text: string; readonly state: CopyState } | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), knownMs);
    return () => clearTimeout(timer);
  }, [done, knownMs]);

  async function copy() {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setDone({ text, state: isCopied ? "copied" : "refused" });
    return isCopied;
  }

  return { state: done?.text === text ? done.state : "rest", copy };
}
