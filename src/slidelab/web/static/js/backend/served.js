// Modules and workers are not loaded from a disk, so that nothing of the page would start: this
// plain script says so.
if (location.protocol === "file:") {
  const words = document.createElement("p");
  words.textContent =
    "This page needs a web server, and any will do. In its folder run “python -m http.server”, " +
    "then open http://localhost:8000.";
  document.querySelector("main")?.replaceChildren(words);
}
