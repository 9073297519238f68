"""No modules import each other in a cycle, not even for types."""

import grimp
import networkx as nx

PACKAGES = ("m44core", "m44editor")


def _imports() -> "nx.DiGraph[str]":
    """Return the import graph, with imports in functions and for types."""
    graph = grimp.build_graph(*PACKAGES, cache_dir=None, exclude_type_checking_imports=False)
    edges = [
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
    ]
    return nx.DiGraph(edges)


def test_no_module_imports_one_that_imports_it() -> None:
    imports = _imports()
    assert len(imports) > 500, "all modules are looked at"
    circles = [sorted(each) for each in nx.strongly_connected_components(imports) if len(each) > 1]
    assert circles == []


def test_only_the_app_imports_the_main_window() -> None:
    main = "m44editor.windows.main_window"
    assert set(_imports().predecessors(main)) == {"m44editor.app"}
