import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { usePlace } from "#pwa/console/desk/place.ts";
import { foldText, typedWords } from "#pwa/parts/search/fold-text.ts";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { OperatorOutput } from "#schemas/roles.ts";
import { OperatorCard, operatorColumns, operatorTitle } from "./operator-columns.tsx";

const NONE: readonly OperatorOutput[] = [];

/** Everybody who may do something here, and what. */
export function OperatorsSection() {
  const place = usePlace();
  const { find = "" } = place.place;
  const columns = useMemo(() => operatorColumns(), []);
  const asked = useAsk(ROLES_ENDPOINTS.operators, {});
  const all = asked.value?.operators ?? NONE;
  const rows = useMemo(() => all.filter((operator) => matches(operator, find)), [all, find]);
  return (
    <ListView
      label={t`Operators`}
      fileName="operators"
      asked={asked}
      all={all}
      rows={rows}
      columns={columns}
      idOf={({ userId }) => userId}
      titleOf={operatorTitle}
      place={place}
      pageSize={null}
      renderCard={(operator) => <OperatorCard operator={operator} />}
      searchLabel={t`Search by name, email or number`}
      empty={{ title: t`Nobody is an operator`, text: t`Who is made one stands here.` }}
      renderOpen={() => null}
    />
  );
}

function matches({ userId, username, email }: OperatorOutput, find: string): boolean {
  const text = foldText([userId, username, email].join("\n"));
  return typedWords(find).every((word) => text.includes(word));
}
