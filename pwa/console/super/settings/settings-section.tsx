import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { usePlace } from "#pwa/console/desk/place.ts";
import { ShowFilter } from "#pwa/console/desk/show-filter.tsx";
import { hasWords } from "#schemas/values/fold-text.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { SERVICE_CONSOLE_ENDPOINTS } from "#schemas/endpoints/service-console.ts";
import type { ServiceSetting, SettingSource } from "#schemas/service-settings.ts";

interface Numbered extends ServiceSetting {
  readonly id: number;
}

const SOURCES: readonly (SettingSource | "all")[] = ["all", "environment", "database", "default"];

/** What the service is set to and where that comes from. Nothing is set here: the environment at a start, all else in its own place. */
export function SettingsSection() {
  const place = usePlace();
  const { find = "", show } = place.place;
  const source = SOURCES.find((each) => each === show) ?? "all";
  const columns = useMemo(() => settingColumns(), []);
  const asked = useAsk(SERVICE_CONSOLE_ENDPOINTS.serviceSettings, {});
  const all = useMemo(
    () => (asked.value?.settings ?? []).map((setting, at) => ({ ...setting, id: at + 1 })),
    [asked.value],
  );
  const rows = useMemo(
    () => all.filter((row) => (source === "all" || row.source === source) && matches(row, find)),
    [all, source, find],
  );
  return (
    <ListView
      label={t`Settings`}
      fileName="settings"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ id }) => id}
      titleOf={(id) => all.find((row) => row.id === id)?.name ?? t`Setting`}
      place={place}
      renderCard={(row) => <SettingCard row={row} />}
      searchLabel={t`Search by name or value`}
      filters={
        <ShowFilter
          label={t({ message: "Source", context: "where a setting comes from" })}
          items={SOURCES.map((value) => ({ value, label: sourceWords(value) }))}
          value={source}
          onValueChange={(value) => place.go({ show: value === "all" ? undefined : value }, "replace")}
        />
      }
      empty={{ title: t`There are no settings`, text: t`The server named none.` }}
      renderOpen={(id) => {
        const row = all.find((each) => each.id === id);
        return row === undefined ? null : <OpenSetting row={row} />;
      }}
    />
  );
}

function sourceWords(source: SettingSource | "all"): string {
  switch (source) {
    case "all":
      return t({ message: "All", context: "settings" });
    case "environment":
      return t`Environment`;
    case "database":
      return t({ message: "Operators", context: "who set it" });
    case "default":
      return t({ message: "Default", context: "nobody set it" });
  }
}

function settingColumns(): readonly Column<Numbered>[] {
  return [
    {
      name: "name",
      label: t({ message: "Name", context: "of a setting" }),
      isFixed: true,
      cell: ({ name }) => <SettingName name={name} />,
      text: ({ name }) => name,
      sortBy: ({ name }) => name,
    },
    {
      name: "value",
      label: t({ message: "Value", context: "of a setting" }),
      cell: (row) => <Value row={row} />,
      text: valueText,
    },
    {
      name: "source",
      label: t({ message: "Source", context: "where a setting comes from" }),
      cell: ({ source }) => <SourceBadge source={source} />,
      text: ({ source }) => source,
      sortBy: ({ source }) => sourceWords(source),
    },
  ];
}

function SettingName({ name }: { readonly name: string }) {
  return (
    <bdi dir="ltr" className="font-mono text-xs break-all">
      {name}
    </bdi>
  );
}

function SourceBadge({ source }: { readonly source: SettingSource }) {
  return <Badge tone={source === "default" ? "neutral" : "accent"}>{sourceWords(source)}</Badge>;
}

/** Of secrets nothing else is known here. */
function valueText({ isSecret, isSet, value }: ServiceSetting): string {
  if (isSecret)
    return isSet ? t({ message: "set", context: "a secret" }) : t({ message: "not set", context: "a secret" });
  return value ?? t({ message: "not set", context: "a setting" });
}

function Value({ row }: { readonly row: ServiceSetting }) {
  if (row.isSecret || row.value === null) return <span className="text-ink-3">{valueText(row)}</span>;
  return (
    <bdi dir="ltr" className="break-all">
      {row.value}
    </bdi>
  );
}

function SettingCard({ row }: { readonly row: ServiceSetting }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p>
        <Value row={row} />
      </p>
      <p>
        <SourceBadge source={row.source} />
      </p>
    </div>
  );
}

function OpenSetting({ row }: { readonly row: ServiceSetting }) {
  return (
    <div className="flex flex-col gap-4">
      <Facts
        facts={[
          { name: t({ message: "Value", context: "of a setting" }), value: <Value row={row} /> },
          {
            name: t({ message: "Source", context: "where a setting comes from" }),
            value: <SourceBadge source={row.source} />,
          },
        ]}
      />
      <Notice>
        {row.isSecret
          ? t`A secret is shown to nobody, here only whether it is set.`
          : row.name.includes(".")
            ? t`It is set in its own part of the console.`
            : t`It is read when the server starts: whoever runs it sets it there.`}
      </Notice>
    </div>
  );
}

function matches({ name, value }: ServiceSetting, find: string): boolean {
  return hasWords([name, value], find);
}
