import { t } from "@lingui/core/macro";
import { useCallback, useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { Person } from "#pwa/console/desk/person.tsx";
import { useServedPlace } from "#pwa/console/desk/narrowed-place.ts";
import { searchedBy } from "#pwa/console/desk/served-list.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { Age } from "#pwa/console/desk/age.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { ProposalOutput } from "#schemas/approvals.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { APPROVALS_ENDPOINTS } from "#schemas/endpoints/approvals.ts";
import { OpenProposal } from "./open-proposal.tsx";
import { proposalColumns } from "./proposal-columns.tsx";
import { proposalTitle, saysOf, stateWords } from "./proposal-words.ts";

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportProposals,
  countAt: CONSOLE_LISTS_ENDPOINTS.countProposals,
};
const SHOWS = ["all", "waiting"];
const NONE: readonly ProposalOutput[] = [];

/** What takes two operators: one proposed it, another one decides. */
export function ApprovalsTab() {
  const place = useServedPlace();
  const show = place.place.show === "all" ? "all" : "waiting";
  const columns = useMemo(() => proposalColumns(), []);
  const query = searchedBy({ ...place.place, show: show === "all" ? show : undefined });
  const asked = useAsk(
    APPROVALS_ENDPOINTS.proposals,
    { query: { ...query, before: place.place.after } },
    { keepsFormer: true },
  );
  const all = asked.value?.proposals ?? NONE;
  // What was decided here is no longer among those that wait; who has it open sees what came of it.
  const [decided, setDecided] = useState<ReadonlyMap<number, ProposalOutput>>(new Map());
  const tell = useCallback(
    (proposal: ProposalOutput) => setDecided((known) => new Map([...known, [proposal.id, proposal]])),
    [],
  );
  return (
    <ListView
      label={t`Approvals`}
      fileName="proposals"
      ends={ENDS}
      views="approvals"
      shows={SHOWS}
      queue="proposals"
      asked={asked}
      all={all}
      rows={all}
      served={{ query, next: asked.value?.next ?? null }}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={proposalTitle}
      place={place}
      renderCard={(proposal) => <ProposalCard proposal={proposal} />}
      searchLabel={t`Search by user, or in what is proposed`}
      filters={
        <ShowFilter
          label={t`Which proposals`}
          items={[
            { value: "waiting", label: t({ message: "Waiting", context: "proposals" }) },
            { value: "all", label: t({ message: "All", context: "proposals" }) },
          ]}
          value={show}
          onValueChange={(chosen) => place.go({ show: chosen === "all" ? chosen : undefined })}
        />
      }
      empty={
        show === "all"
          ? { title: t`Nothing was proposed yet`, text: t`What takes two operators stands here, the newest first.` }
          : { title: t`Nothing waits for approval`, text: t`What takes two operators stands here until it is decided.` }
      }
      renderOpen={(id) => {
        const proposal = all.find((each) => each.id === id) ?? decided.get(id);
        if (proposal) return <OpenProposal proposal={proposal} onDecided={tell} />;
        return <AskedProposal id={id} onDecided={tell} />;
      }}
    />
  );
}

interface AskedProposalProps {
  readonly id: number;
  readonly onDecided: (proposal: ProposalOutput) => void;
}

/** One that is not on the page that is shown, or was decided. */
function AskedProposal({ id, onDecided }: AskedProposalProps) {
  const asked = useAsk(APPROVALS_ENDPOINTS.proposals, { query: { ...searchedBy({ show: "all" }), rows: [id] } });
  const proposal = asked.value?.proposals[0];
  return (
    <AskedState asked={asked}>
      {proposal ? (
        <OpenProposal proposal={proposal} onDecided={onDecided} />
      ) : (
        <Notice>{t`There is no such proposal.`}</Notice>
      )}
    </AskedState>
  );
}

function ProposalCard({ proposal }: { readonly proposal: ProposalOutput }) {
  const { label, tone } = stateWords(proposal.state);
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="break-words">{saysOf(proposal.content)}</p>
      <p className="flex items-baseline justify-between gap-3 text-ink-2">
        <Person id={proposal.proposedBy} />
        <Age since={proposal.proposedAt} />
      </p>
      <p>
        <Badge tone={tone}>{label}</Badge>
      </p>
    </div>
  );
}
