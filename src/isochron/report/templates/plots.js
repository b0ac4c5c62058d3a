// SPDX-License-Identifier: Apache-2.0
// Draws each plot when it comes into view, in the colours of the page.
(() => {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const narrow = window.matchMedia("(max-width: 600px)");
  const drawn = new Map();

  function themed(layout) {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    const axis = (given) => ({
      gridcolor: colour("--rule"),
      linecolor: colour("--rule"),
      tickcolor: colour("--rule"),
      ...given,
      title: { ...(given || {}).title, font: { size: 13, color: colour("--soft") } },
      fixedrange: narrow.matches,
    });
    return {
      ...layout,
      paper_bgcolor: "rgba(0,0,0,0)",
      plot_bgcolor: "rgba(0,0,0,0)",
      font: { family: getComputedStyle(document.body).fontFamily, size: narrow.matches ? 11 : 13, color: colour("--ink") },
      hoverlabel: { bgcolor: colour("--panel"), bordercolor: colour("--rule"), font: { color: colour("--ink") } },
      xaxis: axis(layout.xaxis),
      yaxis: axis(layout.yaxis),
    };
  }

  function draw(element) {
    const plot = JSON.parse(element.querySelector("script").textContent);
    drawn.set(element, plot);
    Plotly.newPlot(element, plot.data, themed(plot.layout), {
      responsive: true,
      displayModeBar: false,
    });
  }

  function redraw() {
    drawn.forEach((plot, element) => Plotly.relayout(element, themed(plot.layout)));
  }

  const observer = new IntersectionObserver(
    (entries) =>
      entries
        .filter((entry) => entry.isIntersecting)
        .forEach((entry) => {
          observer.unobserve(entry.target);
          draw(entry.target);
        }),
    { rootMargin: "600px" },
  );
  document.querySelectorAll(".plot").forEach((element) => observer.observe(element));
  dark.addEventListener("change", redraw);
  narrow.addEventListener("change", redraw);
})();
