import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay, useOwnId } from "#pwa/console/desk/may.ts";
import type { NarrowedGoing } from "#pwa/console/desk/narrowed-place.ts";
import { type ListPlace, placeWith } from "#pwa/console/desk/place.ts";
import { OpenRow, useTaken } from "#pwa/console/desk/taken.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";
import { KYC_DESK_ENDPOINTS } from "#schemas/endpoints/kyc-desk.ts";
import type { IdentityCaseOutput } from "#schemas/identity-desk.ts";
import { CaseFacts } from "./case-facts.tsx";
import { DecisionButtons, type Deciding } from "./decision-buttons.tsx";
import { IdentityState } from "./identity-state.tsx";
import { type Look, PLAIN } from "./look.ts";
import { PicturePane } from "./picture-pane.tsx";
import { useCaseKeys } from "./use-case-keys.ts";

interface IdentityCaseProps extends NarrowedGoing<ListPlace> {
  readonly id: number;
}

/** One check, whole: the pictures side by side and the data beside them. Whoever opens it has it, and that they did is on record. */
export function IdentityCase({ id, place }: IdentityCaseProps) {
  const may = useMay();
  const taken = useTaken("identities", id);
  usePageTitle(t`Identity check ${id}`);
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="."
        search={placeWith(place, { open: undefined })}
        className="inline-flex min-h-9 items-center gap-1.5 self-start text-sm font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4 rtl:rotate-180" />
        <Trans>All identity checks</Trans>
      </Link>
      {may(KYC_DESK_ENDPOINTS.identityCase) ? (
        <OpenRow by={taken.get(id) ?? null}>
          <AskedCase id={id} />
        </OpenRow>
      ) : (
        <Notice>{t`Only who decides about identities sees what people sent.`}</Notice>
      )}
    </div>
  );
}

function AskedCase({ id }: { readonly id: number }) {
  const asked = useAsk(KYC_DESK_ENDPOINTS.identityCase, { params: { id } });
  return <AskedState asked={asked}>{asked.value === null ? null : <Case check={asked.value} />}</AskedState>;
}

function Case({ check }: { readonly check: IdentityCaseOutput }) {
  const { id, pictures, username, email } = check;
  const ownId = useOwnId();
  const may = useMay();
  const [chosen, setChosen] = useState(0);
  const [looks, setLooks] = useState<Readonly<Record<string, Look>>>({});
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const mayDecide = check.status === "pending" && check.userId !== ownId && may(KYC_DESK_ENDPOINTS.approveIdentity);
  const lookOf = (slot: string) => looks[slot] ?? PLAIN;
  useCaseKeys((command) => {
    // A sheet that is on its way is over the page already.
    if (deciding !== null) return undefined;
    const picture = pictures[chosen];
    if (command.kind === "choose") return setChosen(Math.min(command.place, pictures.length - 1));
    if (command.kind === "look")
      return picture && setLooks({ ...looks, [picture.slot]: command.change(lookOf(picture.slot)) });
    if (mayDecide) setDeciding(command.kind);
  });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_24rem]">
      <section
        aria-label={t`Pictures`}
        className="grid items-start gap-3 sm:grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))]"
      >
        {pictures.map((picture, place) => (
          <PicturePane
            key={picture.slot}
            id={id}
            picture={picture}
            place={place + 1}
            look={lookOf(picture.slot)}
            isChosen={place === chosen}
            onChoose={() => setChosen(place)}
            onLook={(look) => {
              setChosen(place);
              setLooks({ ...looks, [picture.slot]: look });
            }}
          />
        ))}
      </section>
      <aside aria-label={t`What is known`} className="flex flex-col gap-4 max-lg:order-first">
        <header className="flex flex-col gap-1">
          <h2 className="flex flex-wrap items-center gap-2 text-lg font-semibold">
            <AsTyped className="break-words">{username}</AsTyped>
            <IdentityState check={check} />
          </h2>
          <bdi data-private="" className="text-sm break-all text-ink-2">
            {email}
          </bdi>
        </header>
        {check.userId === ownId ? (
          <Notice tone="warn">{t`This is your own identity: another operator decides about it.`}</Notice>
        ) : null}
        {mayDecide ? <DecisionButtons check={check} deciding={deciding} onDeciding={setDeciding} /> : null}
        <CaseFacts check={check} />
      </aside>
    </div>
  );
}
