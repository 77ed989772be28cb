import { t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import type { Place } from "#pwa/console/desk/place.ts";
import { hasWords } from "#schemas/values/fold-text.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { ROLES_ENDPOINTS } from "#schemas/endpoints/roles.ts";
import type { OperatorOutput } from "#schemas/roles.ts";
import { OpenOperator } from "./open-operator.tsx";
import { OperatorCard, operatorColumns, operatorTitle } from "./operator-columns.tsx";

const NONE: readonly OperatorOutput[] = [];

interface ListProps {
  readonly place: Place;
  readonly filters: ReactNode;
}

/** Everybody who may do something here. */
export function OperatorList({ place, filters }: ListProps) {
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
      renderCard={(operator) => <OperatorCard operator={operator} />}
      searchLabel={t`Search by name, email or number`}
      filters={filters}
      empty={{ title: t`Nobody is an operator`, text: t`Who is made one stands here.` }}
      renderOpen={(id) => {
        const operator = all.find(({ userId }) => userId === id);
        if (operator) return <OpenOperator operator={operator} />;
        return asked.value === null ? null : <Notice>{t`This user is no operator, or no longer one.`}</Notice>;
      }}
    />
  );
}

function matches({ userId, username, email }: OperatorOutput, find: string): boolean {
  return hasWords([userId, username, email], find);
}
