import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";

/** The number of the proposal to credit or reject a deposit that waits for a second operator; null where none does, as far as one may know. */
export function useWaitingProposal(depositId: number): number | null {
  const isOn = useMay()(APPROVALS_ENDPOINTS.proposals);
  const { value } = useAsk(APPROVALS_ENDPOINTS.proposals, { query: searchedBy({}) }, { isOn });
  const proposal = value?.proposals.find(
    ({ content }) =>
      (content.kind === "credit-deposit" || content.kind === "reject-deposit") && content.depositId === depositId,
  );
  return proposal?.id ?? null;
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
