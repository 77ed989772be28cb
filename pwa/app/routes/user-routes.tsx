import {
  type AnyRoute,
  type AsyncRouteComponent,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
} from "@tanstack/react-router";
import { REPEATS, SignHere, STANDING } from "#pwa/app/handed-parts.ts";
import { loadSignedInLayout } from "#pwa/app/load-layout.ts";
import { UNBUILT_ADMIN_PLACES, UNBUILT_PLACES } from "#pwa/parts/service/unbuilt-screens.ts";
import { nextTask } from "#pwa/platform/device/next-task.ts";

/** A screen, its files asked for in a task of their own, beside those of what stands around it. */
const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    await nextTask();
    const loading = load();
    // Where it fails, who draws it says so.
    loadSignedInLayout().catch(() => undefined);
    return loading;
  }, name);

/** A screen with what it is handed of other features. */
function handed<Props extends object>(Screen: AsyncRouteComponent<Props>, parts: Props): RouteComponent {
  const Handed: RouteComponent = () => <Screen {...parts} />;
  // Asked each time: once it is loaded there is none.
  Handed.preload = () => Screen.preload?.();
  return Handed;
}

const PlaceScreen = screen(() => import("#pwa/pages/place-screen.tsx"), "PlaceScreen");

const TRADE = handed(
  screen(() => import("#pwa/trade/trade-screen.tsx"), "TradeScreen"),
  { standing: STANDING },
);

/** Screens of their own. */
const SCREENS = {
  "/dashboard": screen(() => import("#pwa/dashboard/dashboard-screen.tsx"), "DashboardScreen"),
  "/transactions": screen(() => import("#pwa/transactions/transactions-screen.tsx"), "TransactionsScreen"),
  "/watchlist": screen(() => import("#pwa/watch/watchlist-screen.tsx"), "WatchlistScreen"),
  "/contacts": screen(() => import("#pwa/contacts/contacts-screen.tsx"), "ContactsScreen"),
  "/access-history": screen(() => import("#pwa/access-history/access-history-screen.tsx"), "AccessHistoryScreen"),
  "/user-settings": screen(() => import("#pwa/user-settings/user-settings-screen.tsx"), "UserSettingsScreen"),
  "/settings": screen(() => import("#pwa/settings/settings-screen.tsx"), "SettingsScreen"),
  "/stellar-network": screen(() => import("#pwa/network/network-screen.tsx"), "NetworkScreen"),
  "/wallet-diagnostic": screen(() => import("#pwa/diagnostics/wallet-screen.tsx"), "WalletScreen"),
  "/screenshot-diagnostic": screen(() => import("#pwa/diagnostics/screenshot-screen.tsx"), "ScreenshotScreen"),
  "/analytics": screen(() => import("#pwa/analytics/analytics-screen.tsx"), "AnalyticsScreen"),
  "/old-dashboard": screen(() => import("#pwa/old/old-dashboard-screen.tsx"), "OldDashboardScreen"),
  "/old-assets": screen(() => import("#pwa/old/old-assets-screen.tsx"), "OldAssetsScreen"),
  "/old-trade": screen(() => import("#pwa/old/old-trade-screen.tsx"), "OldTradeScreen"),
  "/assets/$asset": screen(() => import("#pwa/assets/asset-screen.tsx"), "AssetScreen"),
  "/amm": screen(() => import("#pwa/amm/amm-screen.tsx"), "AmmScreen"),
  "/swap": screen(() => import("#pwa/swap/swap-screen.tsx"), "SwapScreen"),
  "/trade": TRADE,
  "/trade/$baseAsset/$quoteAsset": TRADE,
  "/pro-trading": handed(
    screen(() => import("#pwa/pro-trading/pro-trading-screen.tsx"), "ProTradingScreen"),
    { standing: STANDING },
  ),
  "/send": handed(
    screen(() => import("#pwa/send/send-screen.tsx"), "SendScreen"),
    { SignHere, repeats: REPEATS },
  ),
  "/receive": screen(() => import("#pwa/receive/receive-screen.tsx"), "ReceiveScreen"),
} as const;

/** The routes that any signed-in user may open. */
export function userRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    ...Object.entries(SCREENS).map(([path, component]) => createRoute({ getParentRoute, path, component })),
    ...UNBUILT_PLACES.map((path) =>
      createRoute({ getParentRoute, path, component: () => <PlaceScreen path={path} /> }),
    ),
  ];
}

/** The routes that need an admin. */
export function adminRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return UNBUILT_ADMIN_PLACES.map((path) =>
    createRoute({ getParentRoute, path, component: () => <PlaceScreen path={path} /> }),
  );
}
