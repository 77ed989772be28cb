import { useEffect, useState } from "react";
import { useOnline } from "#pwa/platform/device/online.ts";
import { isOver } from "#schemas/wallet.ts";
import type { Submission } from "./confirmation-state.ts";
import { follow } from "./follow.ts";

/** A submission that was confirmed elsewhere, followed until nothing more happens to it; null until it was read. */
export function useFollowed(id: number): Submission | null {
  const [submission, setSubmission] = useState<Submission | null>(null);
  const isOnline = useOnline();
  const isDone = submission !== null && isOver(submission);
  useEffect(() => (isDone || !isOnline ? undefined : follow(id, { seen: setSubmission }, 0)), [id, isDone, isOnline]);
  return submission;
}
