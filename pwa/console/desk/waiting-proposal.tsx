import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Notice } from "#pwa/ui/notice.tsx";
import type { ProposalContent, ProposalOutput } from "#schemas/approvals.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import { useAsk } from "./ask.ts";
import { useMay } from "./may.ts";
import { searchedBy } from "./served-list.ts";

/** What waits for a second operator, as far as one may know. */
export function useWaitingProposals(): readonly ProposalOutput[] {
  const isOn = useMay()(APPROVALS_ENDPOINTS.proposals);
  const { value } = useAsk(APPROVALS_ENDPOINTS.proposals, { query: searchedBy({}) }, { isOn });
  return value?.proposals ?? [];
}

/** The number of the first such proposal that waits; null where none does. */
export function useWaitingProposal(isIt: (content: ProposalContent) => boolean): number | null {
  return useWaitingProposals().find(({ content }) => isIt(content))?.id ?? null;
}

/** Where to go on: the decision is among the approvals. */
export function WaitingProposal({ id }: { readonly id: number }) {
  return (
    <SecondOperatorNotice>
      <ProposalLink id={id} />
    </SecondOperatorNotice>
  );
}

export function SecondOperatorNotice({ children }: { readonly children: ReactNode }) {
  return (
    <Notice tone="warn" title={t`A second operator has to agree`}>
      {children}
    </Notice>
  );
}

export function ProposalLink({ id }: { readonly id: number }) {
  return (
    <Link
      to="/admin-panel/$tab"
      params={{ tab: "approvals" }}
      search={{ open: id }}
      className="font-semibold underline underline-offset-4"
    >
      {t`It waits as proposal ${id}`}
    </Link>
  );
}
