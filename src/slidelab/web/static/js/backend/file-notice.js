// Explain how to open a written site. Browsers load no modules from a file:// address, so this is a
// plain script.
if (location.protocol === "file:") {
  const words = document.createElement("p");
  words.textContent =
    "This page needs a web server, and any will do. In its folder run “python -m http.server”, " +
    "then open http://localhost:8000.";
  document.querySelector("main")?.replaceChildren(words);
}
