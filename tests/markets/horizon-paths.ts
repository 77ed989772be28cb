import * as v from "valibot";
import { formatAmount } from "#schemas/values/money.ts";
import type { AssetName } from "#server/platform/network/assets.ts";
import { AssetRecord, assetQuery, assetText, pageOf, Volume } from "#server/platform/network/horizon-records.ts";

export interface PathQuestion {
  readonly direction: "send" | "receive";
  readonly send: AssetName;
  readonly receive: AssetName;
  readonly amount: bigint;
}

const Paths = pageOf(v.object({ source_amount: Volume, destination_amount: Volume, path: v.array(AssetRecord) }));

/** The ways that a Horizon finds, of up to three exchanges; also through what is not listed. */
export async function pathsAt(horizonUrl: string, { direction, send, receive, amount }: PathQuestion) {
  const [fixed, other] =
    direction === "send"
      ? [
          { ...assetQuery("source", send), source_amount: formatAmount(amount) },
          { destination_assets: assetText(receive) },
        ]
      : [
          { ...assetQuery("destination", receive), destination_amount: formatAmount(amount) },
          { source_assets: assetText(send) },
        ];
  const query = new URLSearchParams({ ...fixed, ...other });
  const response = await fetch(`${horizonUrl}/paths/strict-${direction}?${query.toString()}`);
  return v.parse(Paths, await response.json());
}
