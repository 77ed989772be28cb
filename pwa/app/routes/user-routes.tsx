import {
  type AnyRoute,
  type AsyncRouteComponent,
  createRoute,
  lazyRouteComponent,
  type RouteComponent,
} from "@tanstack/react-router";
import { REPEATS, SignHere, STANDING } from "#pwa/app/handed-parts.ts";
import { loadSignedInLayout } from "#pwa/app/load-layout.ts";
import { readyBlocks } from "#pwa/parts/content/later-blocks.tsx";
import { IDENTITY_PATH } from "#pwa/parts/identity/identity-paths.ts";
import { withSentences } from "#pwa/platform/language/show-language.ts";
import { nextTask } from "#pwa/platform/device/next-task.ts";

/** A screen with its sentences (by its name), its files asked for in a task of their own, beside those of what stands around it. */
function screen<Loaded extends Readonly<Record<string, unknown>>, Name extends keyof Loaded & string>(
  name: string,
  load: () => Promise<Loaded>,
  component: Name,
) {
  return lazyRouteComponent(async () => {
    await nextTask();
    const loading = withSentences(name, load);
    // Where it fails, who draws it says so.
    loadSignedInLayout().catch(() => undefined);
    return loading;
  }, component);
}

/** A screen with what it is handed of other features. */
function handed<Props extends object>(Screen: AsyncRouteComponent<Props>, parts: Props): RouteComponent {
  const Handed: RouteComponent = () => <Screen {...parts} />;
  // Asked each time: once it is loaded there is none.
  Handed.preload = () => Screen.preload?.();
  return Handed;
}

const TRADE = handed(
  screen("trade/trade-screen", () => import("#pwa/trade/trade-screen.tsx"), "TradeScreen"),
  { standing: STANDING },
);

/** Screens of their own. */
const SCREENS = {
  "/dashboard": screen(
    "dashboard/dashboard-screen",
    () => import("#pwa/dashboard/dashboard-screen.tsx"),
    "DashboardScreen",
  ),
  "/transactions": screen(
    "transactions/transactions-screen",
    () => import("#pwa/transactions/transactions-screen.tsx"),
    "TransactionsScreen",
  ),
  "/watchlist": screen("watch/watchlist-screen", () => import("#pwa/watch/watchlist-screen.tsx"), "WatchlistScreen"),
  "/contacts": screen("contacts/contacts-screen", () => import("#pwa/contacts/contacts-screen.tsx"), "ContactsScreen"),
  "/access-history": screen(
    "access-history/access-history-screen",
    () => import("#pwa/access-history/access-history-screen.tsx"),
    "AccessHistoryScreen",
  ),
  "/user-settings": screen(
    "user-settings/user-settings-screen",
    () => import("#pwa/user-settings/user-settings-screen.tsx"),
    "UserSettingsScreen",
  ),
  "/settings": screen("settings/settings-screen", () => import("#pwa/settings/settings-screen.tsx"), "SettingsScreen"),
  "/stellar-network": screen(
    "network/network-screen",
    () => import("#pwa/network/network-screen.tsx"),
    "NetworkScreen",
  ),
  "/wallet-diagnostic": screen(
    "diagnostics/wallet-screen",
    () => import("#pwa/diagnostics/wallet-screen.tsx"),
    "WalletScreen",
  ),
  "/screenshot-diagnostic": screen(
    "diagnostics/screenshot-screen",
    () => import("#pwa/diagnostics/screenshot-screen.tsx"),
    "ScreenshotScreen",
  ),
  "/analytics": screen(
    "analytics/analytics-screen",
    () => import("#pwa/analytics/analytics-screen.tsx"),
    "AnalyticsScreen",
  ),
  "/old-dashboard": screen(
    "old/old-dashboard-screen",
    () => import("#pwa/old/old-dashboard-screen.tsx"),
    "OldDashboardScreen",
  ),
  "/old-assets": screen("old/old-assets-screen", () => import("#pwa/old/old-assets-screen.tsx"), "OldAssetsScreen"),
  "/old-trade": screen("old/old-trade-screen", () => import("#pwa/old/old-trade-screen.tsx"), "OldTradeScreen"),
  "/assets/$asset": screen("assets/asset-screen", () => import("#pwa/assets/asset-screen.tsx"), "AssetScreen"),
  "/amm": screen("amm/amm-screen", () => import("#pwa/amm/amm-screen.tsx"), "AmmScreen"),
  "/affiliate": screen(
    "affiliate/affiliate-screen",
    () => import("#pwa/affiliate/affiliate-screen.tsx"),
    "AffiliateScreen",
  ),
  "/staking": screen("staking/staking-screen", () => import("#pwa/staking/staking-screen.tsx"), "StakingScreen"),
  "/automated-trading": screen(
    "automated-trading/automated-trading-screen",
    () => import("#pwa/automated-trading/automated-trading-screen.tsx"),
    "AutomatedTradingScreen",
  ),
  "/market-making": screen(
    "market-making/market-making-screen",
    () => import("#pwa/market-making/market-making-screen.tsx"),
    "MarketMakingScreen",
  ),
  "/swap": screen("swap/swap-screen", () => import("#pwa/swap/swap-screen.tsx"), "SwapScreen"),
  "/trade": TRADE,
  "/trade/$baseAsset/$quoteAsset": TRADE,
  "/pro-trading": handed(
    screen(
      "pro-trading/pro-trading-screen",
      () => import("#pwa/pro-trading/pro-trading-screen.tsx"),
      "ProTradingScreen",
    ),
    { standing: STANDING },
  ),
  "/send": handed(
    screen("send/send-screen", () => import("#pwa/send/send-screen.tsx"), "SendScreen"),
    { SignHere, repeats: REPEATS },
  ),
  [IDENTITY_PATH]: screen("kyc/identity-screen", () => import("#pwa/kyc/identity-screen.tsx"), "IdentityScreen"),
  "/receive": screen("receive/receive-screen", () => import("#pwa/receive/receive-screen.tsx"), "ReceiveScreen"),
} as const;

/** The routes that any signed-in user may open. */
export function userRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return Object.entries(SCREENS).map(([path, component]) => {
    const place = { getParentRoute, path, component };
    return createRoute(path === "/dashboard" ? { ...place, loader: () => readyBlocks("dashboard") } : place);
  });
}

const ConsoleScreen = screen(
  "console/console-screen",
  () => import("#pwa/console/console-screen.tsx"),
  "ConsoleScreen",
);

const IdentitiesScreen = screen(
  "console/console-screen",
  () => import("#pwa/console/console-screen.tsx"),
  "IdentitiesScreen",
);

const SuperScreen = screen("console/console-screen", () => import("#pwa/console/console-screen.tsx"), "SuperScreen");

const ContentScreen = screen(
  "console/console-screen",
  () => import("#pwa/console/console-screen.tsx"),
  "ContentScreen",
);

/** The operators' screens, all in one file. */
const OPERATORS = {
  "/admin-dashboard": screen(
    "console/console-screen",
    () => import("#pwa/console/console-screen.tsx"),
    "OverviewScreen",
  ),
  "/admin-panel": ConsoleScreen,
  "/admin-panel/$tab": ConsoleScreen,
  "/admin-kyc": IdentitiesScreen,
  "/admin-super": SuperScreen,
  "/admin-super/$tab": SuperScreen,
  "/admin-cms": ContentScreen,
  "/admin-cms/$tab": ContentScreen,
} as const;

/** The routes that need an admin. */
export function adminRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return Object.entries(OPERATORS).map(([path, component]) => createRoute({ getParentRoute, path, component }));
}
