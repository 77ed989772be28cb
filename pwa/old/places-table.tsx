import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { percentText } from "#pwa/parts/assets/holdings.ts";
import { PLACES } from "#pwa/parts/assets/place-words.ts";
import { shareOf, type Whole } from "#pwa/parts/assets/whole.ts";
import { formatUsd } from "#pwa/parts/assets/worth.ts";
import { PLAIN_LINK } from "./plain-parts.tsx";
import { PlainTable } from "./plain-table.tsx";

/** Where everything is, each part with its worth and its screen; nothing where all is free in the wallet. */
export function PlacesTable({ whole }: { readonly whole: Whole }) {
  if (whole.places.every(({ place }) => place === "wallet")) return null;
  return (
    <PlainTable
      caption={t`Where it is`}
      heads={[
        t({ message: "Place", context: "where money is" }),
        t`Value`,
        t({ message: "Share", context: "part of the whole" }),
      ]}
      empty=""
      rows={whole.places.map(({ place, usd }) => {
        const { name, ...target } = PLACES[place];
        return {
          key: place,
          cells: [
            <Link key="place" {...target} className={PLAIN_LINK}>
              {name}
            </Link>,
            formatUsd(usd),
            percentText(shareOf({ usd }, whole) ?? 0n),
          ],
        };
      })}
    />
  );
}
