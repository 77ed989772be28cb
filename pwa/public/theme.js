try {
  if (localStorage.getItem("astrolabe.theme") === "light") document.documentElement.classList.remove("dark");
} catch {
  // Storage is closed to us: the default stays.
}
