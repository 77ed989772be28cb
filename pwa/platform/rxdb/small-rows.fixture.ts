const THEN = "2026-01-01T00:00:00.000Z";

/** Rows of the small kinds as a server sends them. */
export const SETTINGS = {
  uid: "settings",
  id: 1,
  _deleted: false,
  theme: "light",
  language: "en",
  notificationsEnabled: true,
  notifyOnLogin: true,
  multisigEnabled: false,
  twoFactorEnabled: false,
  transactionLimit: "1000",
  requirePasswordForSend: true,
  lastSecurityUpdate: null,
  editedAt: {},
} as const;

export function aNotification(uid: string, timestamp = THEN) {
  return {
    uid,
    id: 1,
    _deleted: false,
    kind: "payment-received",
    assetCode: "XLM",
    issuer: "",
    amount: "1.0000000",
    party: "ana*example.org",
    detail: "",
    timestamp,
    isRead: false,
    isHidden: false,
    editedAt: {},
  };
}

export function aConfig(uid: string, configValue: string) {
  const shared = { configType: "text", configCategory: "general", lastUpdated: THEN };
  return { uid, id: 1, _deleted: false, configKey: uid, configValue, ...shared };
}

export function aShare(uid: string, shares: string) {
  return { uid, id: 1, _deleted: false, assetA: "XLM", assetB: `USD-G${"A".repeat(55)}`, shares, asOfLedger: 7 };
}
