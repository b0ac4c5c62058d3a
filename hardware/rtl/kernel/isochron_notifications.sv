// SPDX-License-Identifier: Apache-2.0
//
// What operations make of a task's notification. Combinational; FreeRTOS V11.2's
// xTaskGenericNotify, ulTaskGenericNotifyTake, xTaskGenericNotifyWait and their relatives are the
// reference.
module isochron_notifications
  import isochron_pkg::*;
  import isochron_registers_pkg::*;
(
  input  operation_t    operation_i,     // The operation
  input  subject_t      subject_i,       // The subject; its operands are the bits that NOTIFY_WAIT
                                         // clears on entry, and on exit
  input  logic          can_block_i,     // The running task may block now

  output notified_t     notified_o       // What it makes of the notification
);

  // What becomes of the value: `mask` is set, or cleared, or is the new value.
  typedef enum logic [1:0] {ValueSet, ValueClear, ValueMask, ValueCount} change_e;

  change_e     change;
  logic        received, retry, takes_value, nonzero, by_argument, by_entry, by_exit;
  logic        clear;  // NOTIFY_TAKE clears the value on exit, else it decrements it
  logic [31:0] mask, counted;

  assign clear       = operation_i.id[0];
  assign received    = subject_i.notification.state == NotifyReceived;
  assign retry       = operation_i.kind == WorkRetry;
  assign takes_value = operation_i.kind == OpNotifyWait
                     | (retry & subject_i.control.waiting == WaitNotifyValue);
  assign nonzero     = subject_i.notification.value != '0;

  // one adder: up when notified, down when taken
  assign counted     = subject_i.notification.value
                     + (operation_i.kind == OpNotifyIncrement ? 32'd1 : '1);

  always_comb begin
    notified_o.found              = 1'b1;
    notified_o.blocks             = 1'b0;
    notified_o.notification.state = NotifyReceived;
    change               = ValueSet;  // nothing
    {by_argument, by_entry, by_exit} = '0;

    unique case (operation_i.kind)
      OpNotifyNone: ;
      OpNotifySetBits:   by_argument = 1'b1;
      OpNotifyIncrement: change = ValueCount;
      OpNotifyOverwrite: {change, by_argument} = {ValueMask, 1'b1};
      OpNotifyNoOverwrite: begin
        notified_o.found = ~received;
        if (!received) {change, by_argument} = {ValueMask, 1'b1};
      end
      OpNotifyStateClear: begin
        notified_o.found              = received;
        notified_o.notification.state = received ? NotifyIdle : subject_i.notification.state;
      end
      OpNotifyValueClear: begin
        notified_o.notification.state  = subject_i.notification.state;
        {change, by_argument} = {ValueClear, 1'b1};
      end
      OpTaskCreate: begin
        notified_o.notification.state = NotifyIdle;
        change               = ValueMask;  // 0
      end
      OpSuspend: notified_o.notification.state = NotifyIdle;

      default: begin  // the value is taken: at once, or by the load of RESULT after the wait
        notified_o.notification.state = NotifyIdle;
        if (takes_value) begin
          notified_o.found  = received;
          change   = ValueClear;
          by_exit  = received;
          by_entry = ~received & ~retry;
        end else begin
          notified_o.found = nonzero;
          change  = ValueCount;
          if (!nonzero || (retry ? subject_i.control.waiting == WaitNotifyClear : clear)) change = ValueMask;
        end
        notified_o.blocks = ~retry & ~notified_o.found & ~operation_i.about.zero & can_block_i;
        if (notified_o.blocks) notified_o.notification.state = NotifyWaiting;
      end
    endcase
  end

  assign mask = ({32{by_argument}} & operation_i.argument) | ({32{by_entry}} & subject_i.operands[0])
              | ({32{by_exit}} & subject_i.operands[1]);

  always_comb begin
    unique case (change)
      ValueSet:   notified_o.notification.value = subject_i.notification.value | mask;
      ValueClear: notified_o.notification.value = subject_i.notification.value & ~mask;
      ValueMask:  notified_o.notification.value = mask;
      default:    notified_o.notification.value = counted;
    endcase
  end

  assign notified_o.value = subject_i.notification.value & ~({32{by_entry}} & subject_i.operands[0]);

  logic unused;
  assign unused = ^{operation_i, subject_i};

endmodule
