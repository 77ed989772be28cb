import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { call } from "#pwa/platform/api/call.ts";
import { type ProposalOutput, RejectProposalInput } from "#schemas/approvals.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import { ProposedFacts } from "./proposed-facts.tsx";
import { saysOf, stateWords } from "./proposal-words.ts";

export type Decision = "approve" | "reject" | "withdraw";

const FIELDS = ["reason"];

interface DecideSheetProps {
  readonly decision: Decision;
  readonly proposal: ProposalOutput;
  readonly onDecided: (proposal: ProposalOutput) => void;
  readonly onClose: () => void;
}

/** A second operator's yes or no, or the first one's second thoughts. What is approved is what was shown: its digest goes with it. */
export function DecideSheet({ decision, proposal, onDecided, onClose }: DecideSheetProps) {
  const { id, content, digest } = proposal;
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const words = wordsOf(decision, id);

  function decide() {
    const read = readForm(RejectProposalInput, { reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const [params, body] = [{ id }, read.value];
      const decided = await (decision === "approve"
        ? call(APPROVALS_ENDPOINTS.approveProposal, { params, body: { ...body, digest } })
        : decision === "reject"
          ? call(APPROVALS_ENDPOINTS.rejectProposal, { params, body })
          : call(APPROVALS_ENDPOINTS.withdrawProposal, { params, body }));
      showToast({ title: t`Proposal ${id}`, description: stateWords(decided.state).label });
      onDecided(decided);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={words.title}
      action={action}
      submit={words.submit}
      tone={decision === "approve" ? "primary" : "danger"}
      onSubmit={decide}
      onClose={onClose}
    >
      <p>{saysOf(content)}</p>
      {decision === "approve" ? <ProposedFacts content={content} /> : null}
      <ReasonField
        {...(decision === "reject" && { hint: t`Whoever proposed it reads it.` })}
        most={300}
        value={reason}
        error={action.issues["reason"]}
        onChange={setReason}
      />
    </ActSheet>
  );
}

function wordsOf(decision: Decision, id: number): { readonly title: string; readonly submit: string } {
  switch (decision) {
    case "approve":
      return { title: t`Approve proposal ${id}?`, submit: t`Approve` };
    case "reject":
      return { title: t`Reject proposal ${id}?`, submit: t`Reject` };
    case "withdraw":
      return { title: t`Withdraw proposal ${id}?`, submit: t({ message: "Withdraw", context: "a proposal" }) };
  }
}
