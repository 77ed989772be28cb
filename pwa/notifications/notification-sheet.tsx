import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  BellOff,
  CheckCheck,
  Gift,
  Inbox,
  Info,
  KeyRound,
  Landmark,
  LifeBuoy,
  type LucideIcon,
  ShieldCheck,
  X,
} from "lucide-react";
import { type AnyTopic, isNotificationKind, NOTIFICATION_KINDS } from "#schemas/notifications.ts";
import type { Directory } from "#pwa/parts/directory/directory.ts";
import { useDirectory } from "#pwa/parts/directory/use-directory.ts";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { List } from "#pwa/ui/list.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { tell } from "./tell.ts";
import { type Notification, useMark, useNotifications } from "./use-notifications.ts";

const ICONS: Readonly<Record<AnyTopic, LucideIcon>> = {
  received: ArrowDownLeft,
  claims: Gift,
  sent: ArrowUpRight,
  trades: ArrowLeftRight,
  deposits: Landmark,
  signIns: KeyRound,
  security: ShieldCheck,
  operations: Inbox,
  support: LifeBuoy,
};

interface NotificationSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Everything the person was told of, newest first; also without a connection. */
export function NotificationSheet({ open, onClose }: NotificationSheetProps) {
  const { notifications } = useNotifications();
  const { directory } = useDirectory();
  const mark = useMark();
  const navigate = useNavigate();
  const unread = notifications.filter(({ isRead }) => !isRead).map(({ uid }) => uid);
  const leaveFor = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t`Notifications`}
      footer={
        <>
          <Button variant="ghost" onClick={() => leaveFor("/settings")}>
            <Trans>Choose what you are told</Trans>
          </Button>
          {unread.length === 0 ? null : (
            <Button variant="secondary" onClick={() => mark(unread, { isRead: true })}>
              <CheckCheck aria-hidden="true" className="size-4" />
              <Trans>Mark all as read</Trans>
            </Button>
          )}
        </>
      }
    >
      {notifications.length === 0 ? (
        <EmptyState icon={<BellOff />} title={t`Nothing yet`}>
          <Trans>Payments, deposits, sign-ins and changes of your security appear here.</Trans>
        </EmptyState>
      ) : (
        <List aria-label={t`Notifications`}>
          {notifications.map((notification) => (
            <NotificationItem
              key={notification.uid}
              notification={notification}
              directory={directory}
              onOpen={(path) => {
                mark([notification.uid], { isRead: true });
                leaveFor(path);
              }}
              onHide={() => mark([notification.uid], { isRead: true, isHidden: true })}
            />
          ))}
        </List>
      )}
    </Sheet>
  );
}

interface NotificationItemProps {
  readonly notification: Notification;
  readonly directory: Directory;
  readonly onOpen: (path: string) => void;
  readonly onHide: () => void;
}

function NotificationItem({ notification, directory, onOpen, onHide }: NotificationItemProps) {
  const { kind, isRead, timestamp } = notification;
  const { title, body, path } = tell(notification, directory);
  const Icon = isNotificationKind(kind) ? ICONS[NOTIFICATION_KINDS[kind].topic] : Info;
  return (
    <li className="flex items-start">
      <button
        type="button"
        onClick={() => onOpen(path)}
        className="flex min-w-0 flex-1 gap-3 rounded-md py-3 text-start hover:bg-surface-2"
      >
        <span
          aria-hidden="true"
          className={classNames(
            "grid size-9 shrink-0 place-items-center rounded-full",
            isRead ? "bg-surface-2 text-ink-3" : "bg-accent-soft text-accent",
          )}
        >
          <Icon className="size-4.5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={classNames("block text-sm break-words", isRead ? "text-ink-2" : "font-semibold")}>
            {isRead ? null : (
              <span className="sr-only">
                <Trans context="a notification">Unread:</Trans>{" "}
              </span>
            )}
            {title}
          </span>
          {body === "" ? null : <span className="block text-sm break-words text-ink-2">{body}</span>}
          <TimeAgo at={timestamp} className="block text-xs text-ink-3" />
        </span>
      </button>
      <button
        type="button"
        aria-label={t`Remove "${title}"`}
        onClick={onHide}
        className="-me-2.5 grid size-11 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-2 hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
