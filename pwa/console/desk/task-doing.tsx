import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import * as v from "valibot";
import { ContentLink } from "#pwa/parts/content/content-link.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { TREASURY_ENDPOINTS } from "#schemas/endpoints/treasury.ts";
import { HousePurpose } from "#schemas/overview.ts";
import type { TaskDoing as Doing } from "#schemas/tasks.ts";
import { CommandLine } from "./command-line.tsx";
import { houseAccountWords } from "./house-words.ts";
import { useMay } from "./may.ts";

/** What exactly is to be done: the command to type, the place to go to, or the money to move. */
export function TaskDoing({ doing }: { readonly doing: Doing }) {
  switch (doing.kind) {
    case "command":
      return <CommandLine command={doing.command} />;
    case "screen":
      return (
        <ContentLink href={doing.path} className="w-fit font-medium text-accent hover:underline">
          {t`Go there`}
        </ContentLink>
      );
    case "transfer":
      return <Transfer transfer={doing} />;
  }
}

function Transfer({ transfer }: { readonly transfer: Extract<Doing, { kind: "transfer" }> }) {
  const { from, to, assetCode, amount } = transfer;
  const may = useMay();
  const isHouse = v.is(HousePurpose, from);
  return (
    <div className="mt-1 flex flex-col gap-1 rounded-md border border-line p-3">
      <Amount value={amount} assetCode={assetCode} className="font-medium" />
      {isHouse ? (
        <p className="text-ink-3">
          <Trans>From the house’s account {houseAccountWords(from)}</Trans>
        </p>
      ) : null}
      <Address address={to} full />
      {isHouse && may(TREASURY_ENDPOINTS.moveHouseMoney) ? (
        <Link
          to="/admin-panel/$tab"
          params={{ tab: "treasury" }}
          className="w-fit font-medium text-accent hover:underline"
        >
          <Trans>Move money</Trans>
        </Link>
      ) : null}
    </div>
  );
}
