// SPDX-License-Identifier: Apache-2.0
//
// FreeRTOS's ready lists, linked in RAM, and the tree's leaves: the first task of each list.
//
// A list is a ring of its tasks. Of each the last one is kept, as seen from the cursor (pxIndex): the
// cursor's own task, or the one before the end marker if the cursor is there. Whether the cursor has
// passed a task since it was at the marker is one bit, so the marker needs no place in the ring: it
// stands where tasks not passed end and passed ones begin. The bit counts relative to the list's own
// turn, so all of a list become not passed at once.
//
//   unlink  the task leaves; if it was the last, the one before it is            (uxListRemove)
//   enter   just before the cursor: before the last task, or after it if that was not passed, for
//           then the cursor is at the marker                                     (listINSERT_END)
//   rotate  the first task becomes the last and passed; if it was passed already, the cursor went
//           over the marker, and the others are not passed any more
//                                                            (listGET_OWNER_OF_NEXT_ENTRY)
//
// A leaf holds a priority, and whether its task is the first of that list. One leaf is written each
// cycle, so the one that is first next follows a cycle after `unlink_i` and `rotate_i`, and two after
// `look_i`. A task enters in three cycles: `look_i`, `enter_i`, and one in which nothing else may
// begin but `look_i`'s reading.
module isochron_hybrid_lists #(
  parameter int unsigned NTasks      = 32,  // Tasks, a power of two, 4 to 64; area grows with them
  parameter int unsigned NPriorities = 32,  // Priorities, 2 to 64; area grows with them
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned KeyWidth      = 1 + PriorityWidth
) (
  input  logic                            clk_i,       // Clock
  input  logic                            rst_ni,      // Asynchronous reset, active low

  input  logic                            init_i,      // The list of `level_i` is made empty, after
                                                       // reset

  // What is looked at
  input  logic [PriorityWidth-1:0]        level_i,     // A list
  output logic                            occupied_o,  // A task is in it
  output logic                            several_o,   // More than one task is in it
  input  logic [TaskWidth-1:0]            node_i,      // A task
  input  logic                            capture_i,   // Its neighbours are kept for `unlink_i`

  // One at a time; `task_i` is the one that was captured
  input  logic [TaskWidth-1:0]            task_i,      // The task that changes lists
  input  logic                            unlink_i,    // It leaves the list of `level_i`
  input  logic                            look_i,      // It enters the list of `level_i`, if
                                                       // `enter_i` comes in the next cycle
  input  logic                            enter_i,     // It enters that list
  input  logic                            rotate_i,    // The cursor of `level_i` moves to `node_i`,
                                                       // the list's first

  output logic [NTasks-1:0][KeyWidth-1:0] keys_o       // The tree's leaves: that the task is the
                                                       // first of its list, and its priority
);

  typedef logic [TaskWidth-1:0]     node_t;
  typedef logic [PriorityWidth-1:0] level_t;

  typedef struct packed {
    logic  occupied;   // it has a task
    logic  several;    // it has more than one
    logic  on_task;    // the cursor is on a task, the last; else at the marker
    logic  turn;       // a task is passed if its bit differs
    node_t last;
  } list_t;

  // ---------------------------------------------------------------------------------------------
  // Memories
  // ---------------------------------------------------------------------------------------------
  logic   list_write, link_write, passed_write, passed_wdata, passed_bit;
  level_t list_waddr;
  list_t  list, list_wdata;
  node_t  link_raddr, next, previous, next_waddr, next_wdata, previous_waddr, previous_wdata;
  node_t  passed_waddr, passed_raddr;

  isochron_ram_distributed #(.Width($bits(list_t)), .Depth(NPriorities)) u_lists (
    .clk_i,
    .write_i(list_write), .waddr_i(list_waddr), .wdata_i(list_wdata),
    .raddr_i(level_i), .rdata_o(list)
  );

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_next (
    .clk_i,
    .write_i(link_write), .waddr_i(next_waddr), .wdata_i(next_wdata),
    .raddr_i(link_raddr), .rdata_o(next)
  );

  isochron_ram_distributed #(.Width(TaskWidth), .Depth(NTasks)) u_previous (
    .clk_i,
    .write_i(link_write), .waddr_i(previous_waddr), .wdata_i(previous_wdata),
    .raddr_i(link_raddr), .rdata_o(previous)
  );

  isochron_ram_distributed #(.Width(1), .Depth(NTasks)) u_passed (
    .clk_i,
    .write_i(passed_write), .waddr_i(passed_waddr), .wdata_i(passed_wdata),
    .raddr_i(passed_raddr), .rdata_o(passed_bit)
  );

  // ---------------------------------------------------------------------------------------------
  // What is kept from one cycle to the next
  // ---------------------------------------------------------------------------------------------
  node_t  next_q, previous_q;   // of the captured task; in the cycle after `enter_i` its new ones
  list_t  looked_q;             // the list that the task enters
  level_t level_q;              // of the last change
  logic   hands_q;              // `next_q` is the first now
  logic   joins_q, leads_q;     // the task's own links are written; it is the first
  logic   is_last, is_first, passed;
  node_t  ahead, behind;        // neighbours of a task that enters

  assign is_last  = task_i == list.last;
  assign is_first = previous_q == list.last;
  assign passed   = passed_bit ^ list.turn;
  assign ahead    = looked_q.on_task ? previous : looked_q.last;
  assign behind   = looked_q.on_task ? looked_q.last : next;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      hands_q <= 1'b0;
      joins_q <= 1'b0;
    end else begin
      hands_q <= rotate_i | (unlink_i & is_first & list.several);
      joins_q <= enter_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (unlink_i || look_i || rotate_i) level_q <= level_i;
    if (look_i)                         looked_q <= list;
    leads_q <= ~looked_q.occupied | (looked_q.on_task & ~looked_q.several);
    if (enter_i) begin
      next_q     <= looked_q.occupied ? behind : task_i;
      previous_q <= looked_q.occupied ? ahead : task_i;
    end else if (capture_i || rotate_i) begin
      next_q     <= next;
      previous_q <= previous;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Rings
  // ---------------------------------------------------------------------------------------------
  assign link_raddr     = enter_i ? looked_q.last : node_i;
  assign link_write     = unlink_i | (enter_i & looked_q.occupied) | joins_q;
  assign next_wdata     = enter_i ? task_i : next_q;
  assign previous_wdata = enter_i ? task_i : previous_q;

  always_comb begin
    next_waddr     = previous_q;
    previous_waddr = next_q;
    if (enter_i) begin
      next_waddr     = ahead;
      previous_waddr = behind;
    end
    if (joins_q) begin
      next_waddr     = task_i;
      previous_waddr = task_i;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // Cursors
  // ---------------------------------------------------------------------------------------------
  assign list_write   = init_i | unlink_i | enter_i | rotate_i;
  assign list_waddr   = enter_i ? level_q : level_i;
  assign passed_raddr = rotate_i ? node_i : previous_q;
  assign passed_write = enter_i | rotate_i;
  assign passed_waddr = enter_i ? task_i : node_i;
  assign passed_wdata = enter_i ? looked_q.turn ^ looked_q.on_task : ~list_wdata.turn;

  always_comb begin
    list_wdata = list;
    if (rotate_i) begin
      list_wdata.on_task = 1'b1;
      list_wdata.turn    = list.turn ^ passed;
      list_wdata.last    = node_i;
    end else if (enter_i) begin
      list_wdata          = looked_q;
      list_wdata.occupied = 1'b1;
      list_wdata.several  = looked_q.occupied;
      if (!looked_q.on_task) list_wdata.last = task_i;
    end else begin
      list_wdata.occupied = list.several;
      list_wdata.several  = list.several & next_q != previous_q;
      if (is_last) begin
        list_wdata.on_task = list.several & passed;
        list_wdata.last    = previous_q;
      end
    end
    if (init_i) list_wdata = '0;
  end

  // ---------------------------------------------------------------------------------------------
  // Leaves
  // ---------------------------------------------------------------------------------------------
  logic  leaf_write, leaf_first;
  node_t leaf;
  logic   [NTasks-1:0] first_q;
  level_t [NTasks-1:0] first_level_q;

  always_comb begin
    leaf_write = unlink_i | rotate_i | hands_q | (joins_q & leads_q)
               | (enter_i & looked_q.on_task & ~looked_q.several);
    leaf_first = hands_q | joins_q;
    leaf       = task_i;
    if (rotate_i) leaf = node_i;
    if (enter_i)  leaf = looked_q.last;
    if (hands_q)  leaf = next_q;
  end

  for (genvar i = 0; i < int'(NTasks); i++) begin : gen_leaf
    logic it;
    assign it = leaf_write & leaf == TaskWidth'(i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) first_q[i] <= 1'b0;
      else if (it) first_q[i] <= leaf_first;
    end

    always_ff @(posedge clk_i) if (it) first_level_q[i] <= level_q;

    assign keys_o[i] = {first_q[i], first_level_q[i]};
  end

  assign occupied_o = list.occupied;
  assign several_o  = list.several;

`ifdef FORMAL
  `include "isochron_hybrid_lists_properties.svh"
`endif

endmodule
