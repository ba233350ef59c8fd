// Subscribes a device to push messages. Everything is sent by the page's own form.
(() => {
  "use strict";
  const place = document.getElementById("push");
  if (!place) return;
  const form = place.querySelector("form[data-key]"), button = form.querySelector("button");
  const say = (name) => place.querySelectorAll("[data-push]").forEach((part) => {
    part.hidden = part.dataset.push !== name;
  });
  const hex = async (text) => [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const same = (a, b) => a.length === b.length && a.every((byte, n) => byte === b[n]);

  // The name of this device in the list: its browser and its system, as far as they are known.
  function called() {
    const agent = navigator.userAgent;
    const find = (names) => (names.find(([mark]) => agent.includes(mark)) || ["", ""])[1];
    const browser = find([["Firefox", "Firefox"], ["Edg", "Edge"], ["OPR", "Opera"], ["Chrome", "Chrome"], ["Safari", "Safari"]]);
    const system = find([["Android", "Android"], ["iPhone", "iPhone"], ["iPad", "iPad"], ["Windows", "Windows"], ["Mac", "macOS"], ["Linux", "Linux"]]);
    return [browser, system].filter(Boolean).join(", ");
  }

  async function subscription() {
    const worker = await navigator.serviceWorker.getRegistration("/");
    return worker ? worker.pushManager.getSubscription() : null;
  }

  async function look() {
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return say("unable");
    if (Notification.permission === "denied") return say("refused");
    const found = await subscription(), mine = found && await hex(found.endpoint);
    const row = mine && place.querySelector(`[data-digest="${mine}"]`);
    if (!row) return say("off");
    row.querySelector("[data-here]").hidden = false;
    row.querySelector("form").addEventListener("submit", () => { found.unsubscribe(); });
    return say("on");
  }

  async function subscribe() {
    const key = bytes(form.dataset.key);
    const worker = await navigator.serviceWorker.register(form.dataset.worker, { scope: "/" });
    await navigator.serviceWorker.ready;
    let found = await worker.pushManager.getSubscription();
    const under = found && found.options && found.options.applicationServerKey;
    if (found && !(under && same(new Uint8Array(under), key))) {  // the site has a new key since then
      await found.unsubscribe();
      found = null;
    }
    found = found || await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = found.toJSON();
    Object.entries({ endpoint, p256dh: keys.p256dh, auth: keys.auth, name: called() }).forEach(([name, value]) => {
      form.elements[name].value = value;
    });
    form.submit();
  }

  button.addEventListener("click", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      if (await Notification.requestPermission() !== "granted") return say("refused");
      await subscribe();
    } catch {
      say("failed");
    } finally {
      button.disabled = false;
    }
  });
  look().catch(() => say("unable"));
})();
