import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { useMay } from "#pwa/console/desk/may.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { ProposalContent, ProposalOutput } from "#schemas/approvals.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";

/** What of the list waits for a second operator, and where that is decided. */
export function WaitingListings() {
  const isOn = useMay()(APPROVALS_ENDPOINTS.proposals);
  const { value } = useAsk(APPROVALS_ENDPOINTS.proposals, { query: searchedBy({}) }, { isOn });
  const waiting = (value?.proposals ?? []).flatMap(toldWaiting);
  if (waiting.length === 0) return null;
  return (
    <div className="mb-3">
      <Notice tone="warn" title={t`A second operator has to agree`}>
        <ul className="mt-1 flex flex-col gap-1">
          {waiting.map(({ id, text }) => (
            <li key={id}>
              {text}{" "}
              <Link
                to="/admin-panel/$tab"
                params={{ tab: "approvals" }}
                search={{ open: id }}
                className="font-semibold underline underline-offset-4"
              >
                {t`It waits as proposal ${id}`}
              </Link>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function toldWaiting({ id, content }: ProposalOutput): readonly { readonly id: number; readonly text: string }[] {
  const text = waitingText(content);
  return text === null ? [] : [{ id, text }];
}

function waitingText(content: ProposalContent): string | null {
  if (content.kind === "list-asset") {
    const { assetCode } = content.terms;
    return t`${assetCode} is to be listed.`;
  }
  if (content.kind !== "set-dollar") return null;
  if (content.asset === null) return t`No asset is to be the US dollar any more.`;
  const code = codeOf(content.asset);
  return t`${code} is to become the US dollar.`;
}
