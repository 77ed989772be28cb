import { SaveAsCsv } from "#pwa/parts/files/save-as-csv.tsx";
import { ShowMore } from "#pwa/parts/forms/show-more.tsx";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { saveFile } from "#pwa/parts/files/save-file.ts";
import { readRows } from "#pwa/platform/db/rows.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { Amount } from "#pwa/ui/amount.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatDate } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { rewardsCsv } from "./reward-file.ts";
import { rewardWords } from "./stake-words.ts";
import type { Stake } from "./use-staking.ts";

const SHOWN = 30;

/** What own stakes earned, night by night, the latest first; all of it as a file. */
export function RewardHistory({ stakes }: { readonly stakes: readonly Stake[] }) {
  const [most, setMost] = useState(SHOWN);
  const { rows } = useRows("staking_rewards", { sort: [{ timestamp: "desc" }], limit: most });
  const database = useUserDatabase();
  async function save() {
    if (database === null) return;
    const all = await readRows(database, "staking_rewards", { sort: [{ timestamp: "desc" }] });
    saveFile("staking-rewards.csv", "text/csv", rewardsCsv(all, stakes));
  }
  if (rows.length === 0) return null;
  return (
    <Card aria-labelledby="reward-history">
      <CardHeader
        id="reward-history"
        title={t`Reward history`}
        description={t`What your stakes earned, day by day (UTC).`}
        action={<SaveAsCsv onSave={() => void save()} />}
      />
      <List aria-label={t`Reward history`}>
        {rows.map(({ uid, userStakeId: id, timestamp, amount, assetCode, status }) => (
          <li key={uid}>
            <ListRow
              title={t`Stake ${id}`}
              detail={formatDate(Date.parse(timestamp), { withTime: true })}
              trail={<Amount value={amount} assetCode={assetCode} direction="in" />}
              trailDetail={rewardWords(status)}
            />
          </li>
        ))}
      </List>
      {rows.length < most ? null : <ShowMore onMore={() => setMost(most + SHOWN)} />}
    </Card>
  );
}
