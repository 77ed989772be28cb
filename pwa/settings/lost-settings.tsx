import { t } from "@lingui/core/macro";
import { type Loss, LostNotices } from "#pwa/parts/lost-edits/lost-notices.tsx";
import { standing } from "#pwa/parts/lost-edits/standing.ts";
import { editSettings } from "#pwa/platform/db/edits.ts";
import { useLostEdits } from "#pwa/platform/db/use-lost-edits.ts";
import { useUserDatabase } from "#pwa/platform/db/user-database-context.ts";
import { nowMs } from "#pwa/platform/device/clock.ts";
import type { LocalRow } from "#pwa/platform/rxdb/row-schema.ts";
import { lostSetting } from "./lost-setting.ts";

/** What was chosen here and gave way to another device's choice. */
export function LostSettings({ settings }: { readonly settings: LocalRow<"settings"> | null }) {
  const database = useUserDatabase();
  const lost = useLostEdits("settings");
  if (database === null || settings === null) return null;
  const losses = standing(lost, [settings]).flatMap((one): Loss[] => {
    const told = lostSetting(one);
    if (told === null) return [];
    return [
      {
        key: JSON.stringify(one),
        words: told.words,
        atMs: one.atMs,
        label: t`Take it back`,
        takeBack: () => editSettings(database, told.edit, nowMs()),
        keep: () => database.edits.settle(one),
      },
    ];
  });
  return <LostNotices losses={losses} />;
}
