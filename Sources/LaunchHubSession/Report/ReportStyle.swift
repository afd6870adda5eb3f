// SPDX-License-Identifier: Apache-2.0

/// The report's style sheet: system fonts, light and dark, nothing from outside.
enum ReportStyle {
    static let css: HTML = """
        :root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #dde2e8; --back: #ffffff;
          --card: #f5f7f9; --content: #2f6fb5; --ad: #a05f00; --static: #237a4b; --off: #667080; --bad: #c0392b; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa6b5; --line: #303a47;
          --back: #14191f; --card: #1d242d; --content: #5a9be0; --ad: #e39a34; --static: #4fb37d; --off: #8b96a4;
          --bad: #ef7b6e; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 1040px; padding: 28px 20px 60px; background: var(--back);
          color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        h1 { font-size: 26px; margin: 0; } h2 { font-size: 18px; margin: 36px 0 10px; }
        p { margin: 4px 0; } .soft { color: var(--soft); } .bad { color: var(--bad); }
        .tiles { display: flex; flex-wrap: wrap; gap: 12px; margin: 20px 0 0; }
        .tile { background: var(--card); border-radius: 8px; padding: 10px 16px; min-width: 120px; }
        .tile b { display: block; font-size: 22px; } .tile span { color: var(--soft); font-size: 13px; }
        .verdict { margin: 16px 0 0; padding: 10px 16px; border-radius: 8px; background: var(--card);
          border-left: 4px solid var(--static); } .verdict.bad { border-color: var(--bad); }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; width: 100%; font-size: 13.5px; }
        th { text-align: left; color: var(--soft); font-weight: 600; }
        th, td { padding: 4px 14px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
        tr.with > td { border-bottom: 0; } tr.more > td { padding: 0 0 6px; } tr:target > td { background: var(--card); }
        td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
        td.t { font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--soft); }
        code { font: 12.5px/1.45 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
        td.id code { white-space: nowrap; }
        .came { color: var(--soft); display: block; } .came.bad { color: var(--bad); }
        .tag { border-radius: 4px; color: #fff; padding: 0 6px; font-size: 12px; background: var(--off); }
        .tag.content { background: var(--content); } .tag.ad { background: var(--ad); }
        .tag.static { background: var(--static); }
        @media (prefers-color-scheme: dark) { .tag, .chart .in { color: #10151b; fill: #10151b; } }
        nav { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 20px 0 0; padding: 8px 0;
          border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); font-size: 13.5px; }
        nav a, a { color: var(--content); } nav details { width: 100%; } nav ol { margin: 4px 0; columns: 3 200px; }
        details.view { border-bottom: 1px solid var(--line); padding: 6px 0; }
        details.view table { margin: 6px 0 10px; } details td table { margin: 6px 0; }
        .meter { display: inline-block; width: 80px; height: 9px; border-radius: 3px; background: var(--line); }
        .meter span { display: block; height: 9px; border-radius: 3px; background: var(--static); }
        .meter .short { background: var(--ad); }
        .chart { width: 100%; min-width: 640px; height: auto; display: block; font: 12px system-ui, sans-serif; }
        .chart text { fill: var(--ink); } .chart .tick { fill: var(--soft); text-anchor: middle; font-size: 11px; }
        .chart .lane { fill: var(--soft); } .chart .grid { stroke: var(--line); }
        .bar.content { fill: var(--content); } .bar.ad { fill: var(--ad); } .bar.static { fill: var(--static); }
        .bar.optedOut { fill: var(--off); } .bar.disabled { fill: var(--bad); }
        .mark .tip { display: none; fill: var(--ink); } .mark:hover .tip, .mark:focus .tip { display: inline; }
        :focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
        .chart .ping { fill: var(--soft); } .chart .error { stroke: var(--bad); stroke-width: 2.5; fill: none; }
        .chart .finding { fill: var(--bad); stroke: var(--back); } .chart .mild { fill: var(--ad); }
        @media (prefers-color-scheme: light) { .chart .in { fill: #fff; } }
        details summary { cursor: pointer; color: var(--soft); }
        @media (max-width: 640px) { body { padding: 16px 12px 40px; font-size: 14px; } .tile { flex: 1 1 40%; padding: 8px 12px; }
          .tile b { font-size: 18px; } td.id code { white-space: normal; }
          h1 { font-size: 22px; } nav ol { columns: 1; }
          table, tbody, tr, td { display: block; } tr.head { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
          tr { border-bottom: 1px solid var(--line); padding: 6px 0; } tr.with { border-bottom: 0; padding-bottom: 0; }
          td, td.n { border: 0; padding: 1px 0 1px 112px; position: relative; text-align: left; overflow-wrap: anywhere; }
          td::before { content: attr(data-label); position: absolute; left: 0; width: 104px; color: var(--soft); }
          td:empty { display: none; } tr.more > td { padding: 0 0 4px; } .scroll:not([tabindex]) { overflow: visible; } }
        @media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --back: #fff; --card: #fff; }
          body { max-width: none; padding: 0; font-size: 10pt; } nav, .tip { display: none; } .scroll { overflow: visible; }
          .chart { min-width: 0; } tr, .tile, svg { break-inside: avoid; } h2 { break-after: avoid; }
          * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }

        """

    /// The style of the chart as an image of its own.
    static let image: HTML = """
        svg { --ink: #1c2430; --soft: #5b6675; --line: #dde2e8; --back: #ffffff; --content: #2f6fb5; --ad: #a05f00;
          --static: #237a4b; --off: #667080; --bad: #c0392b; font: 12px system-ui, sans-serif; background: var(--back); }
        @media (prefers-color-scheme: dark) { svg { --ink: #e6eaf0; --soft: #9aa6b5; --line: #303a47; --back: #14191f;
          --content: #5a9be0; --ad: #e39a34; --static: #4fb37d; --off: #8b96a4; --bad: #ef7b6e; } }
        text { fill: var(--ink); } .tick { fill: var(--soft); text-anchor: middle; font-size: 11px; }
        .lane { fill: var(--soft); } .grid { stroke: var(--line); } .in { fill: #fff; }
        .bar.content { fill: var(--content); } .bar.ad { fill: var(--ad); } .bar.static { fill: var(--static); }
        .bar.optedOut { fill: var(--off); } .bar.disabled { fill: var(--bad); }
        .ping { fill: var(--soft); } .error { stroke: var(--bad); stroke-width: 2.5; fill: none; }
        .finding { fill: var(--bad); stroke: var(--back); } .mild { fill: var(--ad); }

        """
}
