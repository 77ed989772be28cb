import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { nowMs } from "#pwa/platform/device/clock.ts";
import { waitMs } from "./attempts.ts";
import { type LockRecord, methodOf } from "./lock-record.ts";
import { lockNow } from "./lock-now.ts";
import { showLockPasskey, tryPin } from "./unlock.ts";
import { againWords } from "./wait-words.ts";

/** Whoever changes the lock shows once more that it is theirs: the app may have been left open. */
export interface Proof {
  readonly hasPin: boolean;
  readonly pin: string;
  readonly problem: string | undefined;
  readonly setPin: (pin: string) => void;
  /** The device's secret; null where the PIN was wrong, which is then said. Throws PasskeyProblem. */
  readonly prove: () => Promise<Uint8Array<ArrayBuffer> | null>;
}

export function useProof(record: LockRecord): Proof {
  const [pin, setPin] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const hasPin = methodOf(record, "pin") !== null;

  async function prove() {
    setProblem(undefined);
    if (!hasPin) return showLockPasskey();
    const remainingMs = waitMs(record, nowMs());
    if (remainingMs > 0) {
      setProblem(`${t`Too many wrong PINs.`} ${againWords(remainingMs)}`);
      return null;
    }
    const outcome = await tryPin(pin);
    if (outcome.kind === "right") return outcome.secret;
    setPin("");
    // The lock screen does what comes after the last attempt.
    if (outcome.kind === "wrong" && outcome.left === 0) await lockNow();
    setProblem(outcome.kind === "wrong" ? wrongWords(outcome.left) : t`Try again later.`);
    return null;
  }

  return { hasPin, pin, problem, setPin, prove };
}

function wrongWords(left: number): string {
  return plural(left, {
    one: "That is not the PIN. # attempt is left.",
    other: "That is not the PIN. # attempts are left.",
  });
}
