import { useLiveOverview } from "#pwa/console/desk/use-overview.ts";
import { TasksCard } from "#pwa/console/desk/tasks-card.tsx";

/** What operators have to do; asked anew whenever a task comes or goes. */
export function TasksPart() {
  const tasks = useLiveOverview().picture?.waiting.tasks;
  return (
    <div className="max-w-4xl">
      <TasksCard sign={`${tasks?.count ?? ""} ${tasks?.oldest ?? ""}`} />
    </div>
  );
}
