import { t } from "@lingui/core/macro";

/** What is done about an issue; what asks for nothing but a reason, and what asks for more. */
export type PlainIssueAct = "take" | "acknowledge" | "wake" | "close" | "unmerge";
export type IssueAct = PlainIssueAct | "assign" | "snooze" | "merge";

interface ActWords {
  readonly button: string;
  /** What comes of it. */
  readonly means: string;
  /** What is said once it is done. */
  readonly done: string;
}

export function issueActWords(act: IssueAct): ActWords {
  switch (act) {
    case "take":
      return {
        button: t({ message: "Take it on", context: "an issue" }),
        means: t`Others see that you are at it.`,
        done: t`The issue is yours`,
      };
    case "acknowledge":
      return {
        button: t({ message: "I have seen it", context: "an issue" }),
        means: t`Others see that somebody knows of it. It stays open, and nobody is at it yet.`,
        done: t`Noted as seen`,
      };
    case "assign":
      return {
        button: t({ message: "Assign", context: "an issue to an operator" }),
        means: t`Others see who is at it.`,
        done: t`The issue is assigned`,
      };
    case "snooze":
      return {
        button: t({ message: "Snooze", context: "an issue: tell nobody for a while" }),
        means: t`Nobody is told of it until then. It is looked for all the same, and closes itself once it has passed.`,
        done: t`The issue is snoozed`,
      };
    case "wake":
      return {
        button: t({ message: "Wake it", context: "a snoozed issue" }),
        means: t`Operators are told of it again from now on.`,
        done: t`The issue is awake`,
      };
    case "close":
      return {
        button: t({ message: "Resolve by hand", context: "an issue" }),
        means: t`For what is put right and no check can see. If it is found again, it opens again.`,
        done: t`The issue is resolved`,
      };
    case "merge":
      return {
        button: t({ message: "Merge", context: "an issue into another one" }),
        means: t`For what has the same cause as another issue: it counts as a part of that one, and nobody is told of it by itself. It can be undone.`,
        done: t`The issues are merged`,
      };
    case "unmerge":
      return {
        button: t({ message: "Undo the merge", context: "of issues" }),
        means: t`It is an issue of its own again.`,
        done: t`The merge is undone`,
      };
  }
}
