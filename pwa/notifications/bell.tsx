import { plural, t } from "@lingui/core/macro";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#pwa/ui/button.tsx";
import { later } from "#pwa/ui/later.tsx";
import { showBadge } from "#pwa/platform/device/shown-notifications.ts";
import { useNotifications } from "./use-notifications.ts";

/** Fetched when somebody reaches for it. */
const NotificationSheet = later(async () => (await import("./notification-sheet.tsx")).NotificationSheet);

const MOST_SHOWN = 9;

/** How many notifications are unread, and the way to them. */
export function NotificationBell() {
  const { notifications, isLoading } = useNotifications();
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const unread = notifications.filter(({ isRead }) => !isRead).length;
  useEffect(() => {
    if (!isLoading) showBadge(unread);
  }, [unread, isLoading]);
  const open = () => {
    setAsked(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={NotificationSheet.preload}
        onClick={open}
        className="relative"
      >
        <BellIcon aria-hidden="true" className="size-5" />
        {/* A label beside "9+" would have to begin with that. */}
        <span className="sr-only">
          {unread === 0
            ? t`Notifications`
            : plural(unread, { one: "Notifications, # unread", other: "Notifications, # unread" })}
        </span>
        {unread === 0 ? null : (
          <span
            aria-hidden="true"
            className="absolute top-1 end-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent-fill px-1 text-xs font-semibold text-accent-ink tabular-nums"
          >
            {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
          </span>
        )}
      </Button>
      {isAsked ? <NotificationSheet open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
