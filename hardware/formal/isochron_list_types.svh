// SPDX-License-Identifier: Apache-2.0
//
// Types of the state lists, for a module with the parameters NTasks and NPriorities.
typedef logic [$clog2(NTasks)-1:0]                   task_t;
typedef logic [$clog2(NPriorities)-1:0]              priority_t;
typedef logic [$clog2(NTasks + NPriorities + 2)-1:0] node_t;  // a task, or a list's end marker
typedef logic [$clog2(NPriorities + 2)-1:0]          list_t;  // list L has the marker NTasks + L

localparam list_t DelayedList   = list_t'(NPriorities);
localparam list_t DueList       = list_t'(NPriorities + 1);
localparam node_t DelayedMarker = node_t'(NTasks + NPriorities);
localparam node_t DueMarker     = node_t'(NTasks + NPriorities + 1);
