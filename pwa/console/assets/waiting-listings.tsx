import { t } from "@lingui/core/macro";
import { ProposalLink, SecondOperatorNotice, useWaitingProposals } from "#pwa/console/desk/waiting-proposal.tsx";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import type { ProposalContent, ProposalOutput } from "#schemas/approvals.ts";

/** What of the list waits for a second operator, and where that is decided. */
export function WaitingListings() {
  const waiting = useWaitingProposals().flatMap(toldWaiting);
  if (waiting.length === 0) return null;
  return (
    <div className="mb-3">
      <SecondOperatorNotice>
        <ul className="mt-1 flex flex-col gap-1">
          {waiting.map(({ id, text }) => (
            <li key={id}>
              {text} <ProposalLink id={id} />
            </li>
          ))}
        </ul>
      </SecondOperatorNotice>
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
