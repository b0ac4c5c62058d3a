// SPDX-License-Identifier: Apache-2.0
//
// The register bank: what is kept for each task, and FreeRTOS's lists in it.
//
// A list is not linked: each task knows how many come after it in its list, its place. The last one
// has 0. The tasks of one ready list, read from the one that runs next, are what FreeRTOS's circular
// list is from its cursor (pxIndex) on; the last one is the cursor's own task. Whether the cursor
// has passed a task since it was at the list's end marker is one bit, so the marker needs no place:
// it stands where tasks not passed end and passed ones begin. All of a list's places change in the
// same cycle, so every change takes one cycle whatever the number of tasks:
//
//   enter a ready list   just before the cursor: before the last task, or after it if that was not
//                        passed, for then the cursor is at the marker       (listINSERT_END)
//   leave a list         those before the task come one closer to the end   (uxListRemove)
//   rotate               the first task becomes the last and passed; if it was passed already, the
//                        cursor went over the marker, and the others are not passed any more
//                                                            (listGET_OWNER_OF_NEXT_ENTRY)
//   enter the delayed    at the end, so the order is that of blocking
//
// Area grows with NTasks.
module isochron_hybrid_bank
  import isochron_hybrid_pkg::*;
#(
  parameter  int unsigned NTasks        = 32,  // a power of two, 4 to 64
  parameter  int unsigned NPriorities   = 32,  // 2 to 64
  localparam int unsigned TaskWidth     = $clog2(NTasks),
  localparam int unsigned PriorityWidth = $clog2(NPriorities),
  localparam int unsigned KeyWidth      = 1 + PriorityWidth + TaskWidth
) (
  input  logic                            clk_i,          // clock
  input  logic                            rst_ni,         // asynchronous reset, active low

  input  bank_change_t                    change_i,       // done at the next clock edge
  input  logic [NTasks-1:0]               due_i,          // BankExpire: the task's deadline is now

  input  logic [TaskWidth-1:0]            read_id_i,      // task to look at
  output task_t                           read_o,         // ... its fields
  output logic                            several_o,      // more than one in `change_i.level`'s list
  output logic                            occupied_o,     // ... at least one
  output logic                            any_expired_o,  // a task is expired

  // Leaves of the tree
  input  logic                            drain_i,        // choose among expired tasks, not ready
  output logic [NTasks-1:0][KeyWidth-1:0] keys_o,         // {may be chosen, priority, place}
  output logic [NTasks-1:0]               passed_o        // the cursor has passed the task
);

  state_t [NTasks-1:0]                    state_d, state_q;
  logic   [NTasks-1:0]                    delayed_d, delayed_q;
  logic   [NTasks-1:0]                    reports_d, reports_q;
  logic   [NTasks-1:0]                    expired_d, expired_q;
  logic   [NTasks-1:0]                    passed_d, passed_q;
  logic   [NTasks-1:0][PriorityWidth-1:0] level_d, level_q;
  logic   [NTasks-1:0][TaskWidth-1:0]     place_d, place_q;

  // ---------------------------------------------------------------------------------------------
  // The list concerned
  // ---------------------------------------------------------------------------------------------
  logic [NTasks-1:0]        same;  // in it
  logic [NTasks-1:0]        last;  // has place 0
  logic                     of_delayed, cursor_on_task;
  logic [PriorityWidth-1:0] level;
  logic [TaskWidth-1:0]     id, place;

  assign level          = change_i.level[PriorityWidth-1:0];
  assign id             = change_i.id[TaskWidth-1:0];
  assign place          = change_i.place[TaskWidth-1:0];
  assign of_delayed     = change_i.operation == BankLinkDelayed
                        | (change_i.operation == BankUnlink & change_i.delayed);
  assign cursor_on_task = |(same & last & passed_q);
  assign several_o      = |(same & ~last);
  assign occupied_o     = |same;

  for (genvar i = 0; i < int'(NTasks); i++) begin : gen_list
    assign same[i] = of_delayed ? delayed_q[i] : state_q[i].ready & level_q[i] == level;
    assign last[i] = place_q[i] == '0;
  end

  // ---------------------------------------------------------------------------------------------
  // Changes
  // ---------------------------------------------------------------------------------------------
  for (genvar i = 0; i < int'(NTasks); i++) begin : gen_task
    logic it;
    assign it = id == TaskWidth'(i);

    // An addition for all: of 1, of 0, or of -1.
    logic up, down;
    assign up   = ~it & same[i] & (change_i.operation inside {BankLinkDelayed, BankRotate}
                                   | (change_i.operation == BankLinkReady
                                      & ~(cursor_on_task & last[i])));
    assign down = ~it & same[i] & change_i.operation == BankUnlink & place_q[i] > place;

    always_comb begin
      state_d[i]   = state_q[i];
      delayed_d[i] = delayed_q[i];
      reports_d[i] = reports_q[i];
      expired_d[i] = expired_q[i];
      passed_d[i]  = passed_q[i];
      level_d[i]   = level_q[i];
      place_d[i]   = place_q[i] + (down ? '1 : TaskWidth'(up));
      if (change_i.operation == BankExpire) expired_d[i] = expired_q[i] | (delayed_q[i] & due_i[i]);
      if (change_i.operation == BankRotate && !it && same[i] && change_i.passed) begin
        passed_d[i] = 1'b0;
      end
      if (it) begin
        unique case (change_i.operation)
          BankUnlink: begin
            state_d[i].ready = 1'b0;
            delayed_d[i]     = 1'b0;
            expired_d[i]     = 1'b0;
          end
          BankLinkReady: begin
            state_d[i]  = '{ready: 1'b1, default: 1'b0};
            level_d[i]  = level;
            place_d[i]  = TaskWidth'(cursor_on_task);
            passed_d[i] = cursor_on_task;
          end
          BankLinkDelayed: begin
            state_d[i]   = '{blocked: 1'b1, default: 1'b0};
            delayed_d[i] = 1'b1;
            reports_d[i] = change_i.reports;
            place_d[i]   = '0;
          end
          BankRearm: begin
            expired_d[i] = 1'b0;
            reports_d[i] = change_i.reports;
          end
          BankState: begin
            state_d[i] = change_i.state;
            level_d[i] = level;
          end
          BankLevel: level_d[i] = level;
          BankRotate: begin
            place_d[i]  = '0;
            passed_d[i] = 1'b1;
          end
          default: ;
        endcase
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= {NTasks{state_t'{finished: 1'b1, default: 1'b0}}};
      delayed_q <= '0;
      reports_q <= '0;
      expired_q <= '0;
      passed_q  <= '0;
      level_q   <= '0;
      place_q   <= '0;
    end else begin
      state_q   <= state_d;
      delayed_q <= delayed_d;
      reports_q <= reports_d;
      expired_q <= expired_d;
      passed_q  <= passed_d;
      level_q   <= level_d;
      place_q   <= place_d;
    end
  end

  // ---------------------------------------------------------------------------------------------
  // What others see
  // ---------------------------------------------------------------------------------------------
  assign read_o = '{
    state:   state_q[read_id_i],
    delayed: delayed_q[read_id_i],
    reports: reports_q[read_id_i],
    expired: expired_q[read_id_i],
    level:   priority_t'(level_q[read_id_i]),
    place:   place_t'(place_q[read_id_i])
  };
  assign any_expired_o = |expired_q;
  assign passed_o      = passed_q;

  for (genvar i = 0; i < int'(NTasks); i++) begin : gen_key
    assign keys_o[i] = drain_i ? {expired_q[i], PriorityWidth'(0), place_q[i]}
                               : {state_q[i].ready, level_q[i], place_q[i]};
  end

`ifdef FORMAL
  `include "isochron_hybrid_bank_properties.svh"
`endif

endmodule
