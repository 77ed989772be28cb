import type { TermsDraft, TermsProblems } from "./terms-draft.ts";

/** What each step of the form is given. */
export interface StepProps {
  readonly draft: TermsDraft;
  readonly problems: TermsProblems;
  readonly onDraft: (draft: TermsDraft) => void;
}
