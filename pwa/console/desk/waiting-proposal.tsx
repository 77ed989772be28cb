import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { Notice } from "#pwa/ui/notice.tsx";
import type { ProposalContent } from "#schemas/approvals.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import { useAsk } from "./ask.ts";
import { useMay } from "./may.ts";
import { searchedBy } from "./served-list.ts";

/** The number of the first such proposal that waits for a second operator; null where none does, as far as one may know. */
export function useWaitingProposal(isIt: (content: ProposalContent) => boolean): number | null {
  const isOn = useMay()(APPROVALS_ENDPOINTS.proposals);
  const { value } = useAsk(APPROVALS_ENDPOINTS.proposals, { query: searchedBy({}) }, { isOn });
  return value?.proposals.find(({ content }) => isIt(content))?.id ?? null;
}

/** Where to go on: the decision is among the approvals. */
export function WaitingProposal({ id }: { readonly id: number }) {
  return (
    <Notice tone="warn" title={t`A second operator has to agree`}>
      <Link
        to="/admin-panel/$tab"
        params={{ tab: "approvals" }}
        search={{ open: id }}
        className="font-semibold underline underline-offset-4"
      >
        {t`It waits as proposal ${id}`}
      </Link>
    </Notice>
  );
}
