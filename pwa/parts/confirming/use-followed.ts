import { useState } from "react";
import { isOver } from "#schemas/wallet.ts";
import type { Submission } from "./confirmation-state.ts";
import { useFollowing } from "./use-following.ts";

/** A submission that was confirmed elsewhere, followed until nothing more happens to it; null until it was read. */
export function useFollowed(id: number): Submission | null {
  const [submission, setSubmission] = useState<Submission | null>(null);
  const isDone = submission !== null && isOver(submission);
  useFollowing(isDone ? null : id, { seen: setSubmission, firstAskMs: 0 });
  return submission;
}
