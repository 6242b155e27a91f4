// Whether the server is there. It is asked only after a failure, so a quiet page stays quiet.

import { h } from "../ui/dom.js";
import { send } from "./transport.js";

const AGAIN = [500, 1000, 2000, 4000];

export class Connection {
  constructor(place) {
    this._place = place;
    this._trying = false;
    document.addEventListener("serverlost", () => this._retry());
    addEventListener("online", () => this._retry());
  }

  async _retry() {
    if (this._trying) return;
    this._trying = true;
    this._say("Lost connection to the server. You can keep playing; retrying…");
    for (let attempt = 0; ; attempt++) {
      await new Promise((done) => setTimeout(done, AGAIN[Math.min(attempt, AGAIN.length - 1)]));
      if (await alive()) break;
    }
    this._trying = false;
    this._say("The server is back.");
    document.dispatchEvent(new CustomEvent("serverback"));
    setTimeout(() => this._trying || this._say(""), 3000);
  }

  _say(words) {
    this._place.replaceChildren(...(words ? [h("span", {}, words)] : []));
    this._place.classList.toggle("away", this._trying);
  }
}

async function alive() {
  try {
    return (await send("/api/health", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
